package dev.waybill.server.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// The rules of ARCHITECTURE.md that a machine can check. Arrows point down only.
class ArchitectureTest {
    private static JavaClasses classes;

    @BeforeAll
    static void read() {
        classes =
                new ClassFileImporter()
                        .withImportOption(new ImportOption.DoNotIncludeTests())
                        .importPackages("dev.waybill");
    }

    @Test
    void layers_know_only_what_lies_below_them() {
        layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .withOptionalLayers(true)
                .layer("edge")
                .definedBy(in("http", "node", "push", "observe", "mcp", "ingress", "ui"))
                .layer("core")
                .definedBy(
                        in(
                                "workspace",
                                "fleet",
                                "message",
                                "file",
                                "webhook",
                                "subscription",
                                "trigger",
                                "rule",
                                "follow",
                                "action",
                                "network",
                                "source",
                                "attempt",
                                "credential",
                                "provider",
                                "outbound"))
                .layer("delivery")
                .definedBy(in("delivery"))
                .layer("ledger")
                .definedBy(in("ledger"))
                .layer("store")
                .definedBy(in("store"))
                .whereLayer("edge")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("core")
                .mayOnlyBeAccessedByLayers("edge")
                .whereLayer("delivery")
                .mayOnlyBeAccessedByLayers("edge", "core")
                .whereLayer("ledger")
                .mayOnlyBeAccessedByLayers("edge", "core", "delivery")
                .whereLayer("store")
                .mayOnlyBeAccessedByLayers("edge", "core", "delivery", "ledger")
                .check(classes);
    }

    @Test
    void packages_do_not_depend_on_each_other_in_circles() {
        slices().matching("dev.waybill.(**)").should().beFreeOfCycles().check(classes);
    }

    @Test
    void only_the_store_knows_jdbc_and_its_drivers() {
        outside("dev.waybill.server.store..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "java.sql..",
                        "javax.sql..",
                        "org.sqlite..",
                        "org.postgresql..",
                        "com.zaxxer..",
                        "org.flywaydb..")
                .check(classes);
    }

    @Test
    void only_the_sockets_packages_know_jetty() {
        outside(
                        "dev.waybill.server.http..",
                        "dev.waybill.server.node..",
                        "dev.waybill.server.observe..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.eclipse.jetty..")
                .check(classes);
    }

    @Test
    void only_the_json_package_and_the_configuration_make_mappers() {
        outside("dev.waybill.protocol.json..", "dev.waybill.server.config..")
                .should()
                .dependOnClassesThat()
                .areAssignableTo(tools.jackson.databind.ObjectMapper.class)
                .check(classes);
    }

    @Test
    void the_protocol_does_no_io_and_starts_no_threads() {
        noClasses()
                .that()
                .resideInAPackage("dev.waybill.protocol..")
                .should()
                .dependOnClassesThat(
                        resideInAnyPackage(
                                        "java.net..",
                                        "java.nio.file..",
                                        "java.nio.channels..",
                                        "java.sql..",
                                        "org.slf4j..")
                                .or(
                                        com.tngtech.archunit.core.domain.JavaClass.Predicates
                                                .assignableTo(Thread.class)))
                .check(classes);
    }

    @Test
    void the_server_does_not_print() {
        noClasses()
                .that()
                .resideInAPackage("dev.waybill.server..")
                .should()
                .accessField(System.class, "out")
                .orShould()
                .accessField(System.class, "err")
                .check(classes);
    }

    @Test
    void nothing_is_named_after_no_duty_at_all() {
        for (String suffix : List.of("Service", "Manager", "Helper", "Util", "Utils", "Impl")) {
            ArchRule rule = noClasses().should().haveSimpleNameEndingWith(suffix);
            rule.check(classes);
        }
    }

    private static String[] in(String... packages) {
        return java.util.Arrays.stream(packages)
                .map(p -> "dev.waybill.server." + p + "..")
                .toArray(String[]::new);
    }

    private static com.tngtech.archunit.lang.syntax.elements.GivenClassesConjunction outside(
            String... packages) {
        return noClasses().that().resideOutsideOfPackages(packages);
    }
}
