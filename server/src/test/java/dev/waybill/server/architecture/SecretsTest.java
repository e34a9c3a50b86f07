package dev.waybill.server.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// What only its owner knows is never compared in a way whose time tells how much of a guess was right.
class SecretsTest {
    private static final String ROOT = "dev.waybill.";

    /// Where something comes from that must not be guessed, or that proves who somebody is.
    private static final Set<String> SECRETS =
            Set.of(
                    "dev.waybill.protocol.token.Token.secret",
                    "dev.waybill.protocol.token.Token.hash",
                    "dev.waybill.protocol.token.TokenHash.hex",
                    "dev.waybill.server.config.AccessConfig.adminToken",
                    "dev.waybill.server.ingress.Hmac.sha256",
                    "dev.waybill.server.ingress.Hmac.digest",
                    "javax.crypto.Mac.doFinal");

    private static final Set<String> LEAKY =
            Set.of(
                    "java.lang.String.equals",
                    "java.lang.String.equalsIgnoreCase",
                    "java.lang.String.contentEquals",
                    "java.lang.String.compareTo",
                    "java.util.Objects.equals",
                    "java.util.Arrays.equals");

    private static JavaClasses classes;

    @BeforeAll
    static void read() {
        classes =
                new ClassFileImporter()
                        .withImportOption(new ImportOption.DoNotIncludeTests())
                        .importPackages("dev.waybill");
    }

    @Test
    void nothing_that_touches_a_secret_compares_texts() {
        assertThat(
                        units().filter(unit -> calls(unit, SECRETS) && calls(unit, LEAKY))
                                .map(SecretsTest::name))
                .isEmpty();
    }

    /// All that proves who somebody is ends in one of these.
    @Test
    void proofs_are_compared_in_constant_time_and_nowhere_else() {
        assertThat(
                        units().filter(
                                        unit ->
                                                calls(
                                                        unit,
                                                        Set.of(
                                                                "java.security.MessageDigest.isEqual")))
                                .map(SecretsTest::name))
                .containsExactlyInAnyOrder(
                        "protocol.token.TokenHash.matches",
                        "server.file.Links.same",
                        "server.http.api.EntranceEndpoints.isAdmin",
                        "server.ingress.Hmac.same",
                        "server.mcp.RequestState.open",
                        "server.provider.sms.StatusCallback.read");
    }

    /// A token is looked up by its SHA-256, which nobody can steer; the hash that is found is compared once more.
    @Test
    void tokens_are_kept_and_found_by_their_hash() {
        assertThat(
                        units().filter(
                                        unit ->
                                                calls(
                                                        unit,
                                                        Set.of(
                                                                "dev.waybill.protocol.token.TokenHash.matches")))
                                .map(SecretsTest::name))
                .containsExactly("server.workspace.TokenTable.find");
    }

    private static Stream<JavaCodeUnit> units() {
        return classes.stream().flatMap(type -> type.getCodeUnits().stream());
    }

    private static boolean calls(JavaCodeUnit unit, Set<String> names) {
        return unit.getMethodCallsFromSelf().stream()
                .map(SecretsTest::target)
                .anyMatch(names::contains);
    }

    private static String target(JavaMethodCall call) {
        return call.getTargetOwner().getName() + "." + call.getName();
    }

    private static String name(JavaCodeUnit unit) {
        return (unit.getOwner().getName() + "." + unit.getName()).replaceFirst(ROOT, "");
    }
}
