package dev.waybill.sdk.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// What an agent author may rely on: little comes with the SDK, calls block, and every public type shows how it is used.
class ArchitectureTest {
    private static JavaClasses classes;

    @BeforeAll
    static void read() {
        classes =
                new ClassFileImporter()
                        .withImportOption(new ImportOption.DoNotIncludeTests())
                        .importPackages("dev.waybill.sdk");
    }

    @Test
    void it_knows_the_protocol_and_the_jdk_and_nothing_of_the_server() {
        noClasses()
                .should()
                .dependOnClassesThat(
                        com.tngtech.archunit.base.DescribedPredicate.not(
                                resideInAnyPackage(
                                        "dev.waybill.sdk..",
                                        "dev.waybill.protocol..",
                                        "java..",
                                        "org.jspecify..",
                                        "com.fasterxml.jackson.annotation..",
                                        "com.fasterxml.classmate..",
                                        "com.github.victools..",
                                        "tools.jackson.core..",
                                        "tools.jackson.databind..")))
                .check(classes);
    }

    @Test
    void only_schemas_know_what_makes_them() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.waybill.sdk.schema..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("com.github.victools..", "com.fasterxml.classmate..")
                .check(classes);
        noClasses()
                .that()
                .resideInAPackage("dev.waybill.sdk.schema..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("dev.waybill.sdk", "dev.waybill.sdk.runtime..")
                .check(classes);
    }

    @Test
    void no_public_method_answers_with_something_that_is_not_there_yet() {
        for (Class<?> type : List.of(Future.class, CompletionStage.class, Flow.Publisher.class)) {
            methods()
                    .that()
                    .arePublic()
                    .and()
                    .areDeclaredInClassesThat()
                    .arePublic()
                    .should()
                    .notHaveRawReturnType(JavaClass.Predicates.assignableTo(type))
                    .check(classes);
        }
    }

    @Test
    void nothing_is_named_after_no_duty_at_all() {
        for (String suffix : List.of("Service", "Manager", "Helper", "Util", "Utils", "Impl")) {
            noClasses().should().haveSimpleNameEndingWith(suffix).check(classes);
        }
    }

    @Test
    void every_public_type_shows_how_it_is_used() throws IOException {
        for (JavaClass type : classes) {
            if (type.getModifiers().contains(JavaModifier.PUBLIC) && type.isTopLevelClass()) {
                Path source = Path.of("src/main/java", type.getName().replace('.', '/') + ".java");
                assertThat(Files.readString(source)).as(type.getName()).contains("/// ```java");
            }
        }
    }
}
