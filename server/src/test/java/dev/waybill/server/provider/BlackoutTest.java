package dev.waybill.server.provider;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.outbound.TargetGuard;
import dev.waybill.server.redact.Redactor;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class BlackoutTest {
    private static final List<CredentialField> FIELDS =
            List.of(
                    CredentialField.secret("token", "A token."),
                    CredentialField.optionalSecret("key", "A key."),
                    CredentialField.optional("base-url", "An address."),
                    CredentialField.optional("marker", "Whether to mark."),
                    CredentialField.optional("user", "Who signs in."));

    @Test
    void what_is_no_secret_stays_readable() {
        Blackout blackout =
                blackout(
                        Map.of(
                                "token", "s3cr3t",
                                "base-url", "https://api.example.org",
                                "marker", "false"));

        assertThat(blackout.of("https://api.example.org/a?t=s3cr3t {\"done\":false}"))
                .isEqualTo("https://api.example.org/a?t=[redacted] {\"done\":false}");
    }

    @Test
    void of_a_secret_that_begins_with_another_nothing_is_left() {
        Blackout blackout = blackout(Map.of("token", "abcd", "key", "abcd-efgh"));

        assertThat(blackout.of("abcd-efgh, abcd")).isEqualTo("[redacted], [redacted]");
    }

    @Test
    void what_nobody_explains_is_secret() {
        assertThat(blackout(Map.of("other", "hidden")).of("so hidden")).isEqualTo("so [redacted]");
    }

    @Test
    void other_spellings_are_secrets_too() {
        Blackout blackout = blackout(Map.of("token", "a/b\"c\nd", "user", "bob"));
        String basic = Base64.getEncoder().encodeToString("bob:a/b\"c\nd".getBytes(UTF_8));

        assertThat(blackout.of("a%2Fb%22c%0Ad")).isEqualTo("[redacted]");
        assertThat(blackout.of("a/b\\\"c\\nd")).isEqualTo("[redacted]");
        assertThat(blackout.of("a\\/b\\\"c\\nd")).isEqualTo("[redacted]");
        assertThat(blackout.of("Basic " + basic)).isEqualTo("Basic [redacted]");
    }

    @Test
    void a_text_is_cut_after_its_secrets_are_gone() {
        Credential credential = Credential.operators(Map.of("token", "kqzxjw-vbnmrt-plmokn"));
        Wire wire =
                new Wires(
                                new TargetGuard(List.of()),
                                Duration.ofSeconds(1),
                                new Redactor(List.of(), Set.of()),
                                InstantSource.system())
                        .open(credential, FIELDS);

        assertThat(wire.kept("x ".repeat(2045) + "kqzxjw-vbnmrt-plmokn")).doesNotContain("kqzx");
    }

    private static Blackout blackout(Map<String, String> values) {
        return Blackout.of(Credential.operators(values), FIELDS);
    }
}
