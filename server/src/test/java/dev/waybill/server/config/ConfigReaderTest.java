package dev.waybill.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigReaderTest {
    private static final String SECRET = "correct-horse-battery";

    @TempDir private Path folder;

    @Test
    void nothing_set_is_the_defaults() {
        EffectiveConfig effective = read(Map.of(), Map.of());

        assertThat(effective.config()).isEqualTo(Config.DEFAULTS);
        assertThat(effective.origin(Settings.PORT)).isEqualTo(new Origin.Default());
    }

    @Test
    void an_empty_file_is_the_defaults() throws IOException {
        file("");

        assertThat(read(Map.of(), Map.of()).config()).isEqualTo(Config.DEFAULTS);
    }

    @Test
    void a_file_is_read_with_units() throws IOException {
        file(
                """
                server.port = 9000
                [store]
                write-timeout = "500ms"
                [http]
                max-body-bytes = "64KiB"
                max-header-bytes = 2048
                [access]
                open-workspaces = true
                [log]
                format = "json"
                """);

        Config config = read(Map.of(), Map.of()).config();

        assertThat(config.server().port()).isEqualTo(9000);
        assertThat(config.store().writeTimeout()).isEqualTo(Duration.ofMillis(500));
        assertThat(config.http().maxBodyBytes()).isEqualTo(65_536);
        assertThat(config.http().maxHeaderBytes()).isEqualTo(2_048);
        assertThat(config.access().openWorkspaces()).isTrue();
        assertThat(config.log().format()).isEqualTo(LogConfig.Format.JSON);
    }

    @Test
    void options_win_over_the_environment_and_that_over_the_file() throws IOException {
        file("server.host = 'file'\nserver.port = 1\nserver.worker-id = 1");

        EffectiveConfig effective =
                read(
                        Map.of("--port", "3"),
                        Map.of("WAYBILL_SERVER_PORT", "2", "WAYBILL_SERVER_WORKER_ID", "2"));

        assertThat(effective.config().server().host()).isEqualTo("file");
        assertThat(effective.config().server().workerId()).isEqualTo(2);
        assertThat(effective.config().server().port()).isEqualTo(3);
        assertThat(effective.origin(Settings.HOST))
                .isEqualTo(new Origin.File(folder.resolve("waybill.toml")));
        assertThat(effective.origin(Settings.WORKER_ID))
                .isEqualTo(new Origin.Environment("WAYBILL_SERVER_WORKER_ID"));
        assertThat(effective.origin(Settings.PORT)).isEqualTo(new Origin.Flag("--port"));
    }

    @Test
    void patterns_of_secrets_stand_one_on_each_line() throws IOException {
        file(
                "[redaction]\npatterns = '''\nACME-[0-9]{6}\nbadge (\\w+)\n'''\nwithout = 'jwt, option'");

        Config config = read(Map.of(), Map.of()).config();

        assertThat(config.redaction().patterns()).containsExactly("ACME-[0-9]{6}", "badge (\\w+)");
        assertThat(config.redaction().without()).containsExactly("jwt", "option");
        assertThat(Settings.REDACTION_PATTERNS.shown(config))
                .contains("\"ACME-[0-9]{6}\\nbadge (\\\\w+)\"");
    }

    @Test
    void a_pattern_that_cannot_be_used_is_named_with_the_reason() {
        List<String> faults =
                faults(
                        Map.of(),
                        Map.of(
                                "WAYBILL_REDACTION_PATTERNS", "ok\n(abc\nx*",
                                "WAYBILL_REDACTION_WITHOUT", "jwtt"));

        assertThat(faults)
                .containsExactly(
                        "redaction.patterns (environment variable WAYBILL_REDACTION_PATTERNS): '(abc' cannot be used: missing closing ) (RE2 syntax)",
                        "redaction.patterns (environment variable WAYBILL_REDACTION_PATTERNS): 'x*' cannot be used: it matches the empty text",
                        "redaction.without (environment variable WAYBILL_REDACTION_WITHOUT): there is no pattern 'jwtt'; did you mean jwt?");
    }

    @Test
    void a_variable_set_to_nothing_counts_as_not_set() {
        Config config = read(Map.of(), Map.of("WAYBILL_SERVER_PORT", "")).config();

        assertThat(config).isEqualTo(Config.DEFAULTS);
    }

    @Test
    void the_file_in_the_data_folder_is_found_when_none_lies_here() throws IOException {
        Path data = Files.createDirectory(folder.resolve("elsewhere"));
        Files.writeString(data.resolve("waybill.toml"), "server.port = 9001");

        Config config = read(Map.of("--data", data.toString()), Map.of()).config();

        assertThat(config.server().port()).isEqualTo(9001);
    }

    @Test
    void a_named_file_has_to_be_there() {
        assertThat(faults(Map.of("--config", "gone.toml"), Map.of("WAYBILL_CONFIG", "other.toml")))
                .containsExactly(
                        folder.resolve("gone.toml") + " (option --config): there is no such file");
        assertThat(faults(Map.of(), Map.of("WAYBILL_CONFIG", "other.toml")))
                .containsExactly(
                        folder.resolve("other.toml")
                                + " (environment variable WAYBILL_CONFIG): there is no such file");
    }

    @Test
    void all_mistakes_are_reported_together_with_key_value_origin_and_what_is_accepted()
            throws IOException {
        Path file = file("server.drain-timeout = '10'\nstore.readers = [3]\nlog.level = 'loud'");

        List<String> faults =
                faults(
                        Map.of("--host", "a b"),
                        Map.of(
                                "WAYBILL_SERVER_PORT",
                                "70000",
                                "WAYBILL_HTTP_MAX_BODY_BYTES",
                                "1TB"));

        assertThat(faults)
                .containsExactlyInAnyOrder(
                        "store.readers (%s): a list was given where one value belongs"
                                .formatted(file),
                        "server.host (option --host): 'a b' is not a host name or address, such as"
                                + " 127.0.0.1, 0.0.0.0 or ::1 (without brackets)",
                        "server.port (environment variable WAYBILL_SERVER_PORT): '70000' is not a whole"
                                + " number from 0 to 65535",
                        "server.drain-timeout (%s): '10' is not a duration such as 500ms, 10s, 2m or 1h, from 0ms to 1h"
                                .formatted(file),
                        "http.max-body-bytes (environment variable WAYBILL_HTTP_MAX_BODY_BYTES): '1TB' is"
                                + " not a size such as 16KiB or 1MiB, from 1KiB to 64MiB",
                        "log.level (%s): 'loud' is not one of error, warn, info, debug"
                                .formatted(file));
    }

    @Test
    void an_ipv6_address_to_listen_on_has_no_brackets() {
        assertThat(read(Map.of("--host", "::1"), Map.of()).config().server().host())
                .isEqualTo("::1");
        assertThat(faults(Map.of("--host", "[::1]"), Map.of()))
                .singleElement()
                .asString()
                .startsWith("server.host (option --host): '[::1]' is not")
                .endsWith("or ::1 (without brackets)");
    }

    @Test
    void an_unknown_key_is_a_mistake_with_a_suggestion() throws IOException {
        Path file = file("[sevrer]\nport = 1\n[weather]\nforecast = 'rain'");

        assertThat(faults(Map.of(), Map.of("WAYBILL_SERVER_PROT", "1")))
                .containsExactly(
                        "sevrer.port (%s): there is no such key; did you mean server.port?"
                                .formatted(file),
                        "weather.forecast (%s): there is no such key".formatted(file),
                        "WAYBILL_SERVER_PROT (environment variable WAYBILL_SERVER_PROT): there is no such"
                                + " variable; did you mean WAYBILL_SERVER_PORT?");
    }

    @Test
    void variables_of_the_client_and_the_launcher_are_left_alone() {
        Map<String, String> others =
                Map.of(
                        "WAYBILL_URL", "x",
                        "WAYBILL_KEY", "x",
                        "WAYBILL_TOKEN", "x",
                        "WAYBILL_PROFILE", "x",
                        "WAYBILL_JAVA_OPTS", "x",
                        "WAYBILL_HOME", "x");

        assertThat(read(Map.of(), others).config()).isEqualTo(Config.DEFAULTS);
    }

    @Test
    void a_malformed_file_is_a_mistake_at_its_line() throws IOException {
        Path file = file("server.port = 1\nserver.host = \"open\nlog.level = 'info'");

        assertThat(faults(Map.of(), Map.of()))
                .singleElement()
                .asString()
                .startsWith(file + " (" + file + "): not valid TOML at line 2");
    }

    @Test
    void secrets_are_never_repeated() throws IOException {
        file(
                """
                access.admin-token = "short %s"
                store.database = "mysql://waybill:%s@db/waybill"
                """
                        .formatted(SECRET, SECRET));

        List<String> faults = faults(Map.of(), Map.of());

        assertThat(faults).hasSize(2).noneMatch(fault -> fault.contains(SECRET));
    }

    @Test
    void a_secret_is_hidden_when_the_configuration_is_shown() {
        Config config = read(Map.of(), Map.of("WAYBILL_ACCESS_ADMIN_TOKEN", SECRET)).config();

        assertThat(config.access().adminToken()).isEqualTo(SECRET);
        assertThat(Settings.ADMIN_TOKEN.shown(config)).contains("\"(hidden)\"");
        assertThat(config.toString()).doesNotContain(SECRET);
    }

    @Test
    void a_certificate_needs_its_key_and_both_have_to_be_readable() throws IOException {
        Path there = Files.writeString(folder.resolve("cert.pem"), "");
        Path gone = folder.resolve("gone.pem");

        assertThat(faults(Map.of(), Map.of("WAYBILL_TLS_CERTIFICATE", there.toString())))
                .containsExactly(
                        "tls.certificate (environment variable WAYBILL_TLS_CERTIFICATE): needs tls.key"
                                + " beside it");
        assertThat(faults(Map.of(), Map.of("WAYBILL_TLS_KEY", gone.toString())))
                .containsExactly(
                        "tls.key (environment variable WAYBILL_TLS_KEY): needs tls.certificate beside it",
                        "tls.key (environment variable WAYBILL_TLS_KEY): '%s' is not a file that can be read"
                                .formatted(gone));
    }

    @Test
    void the_data_folder_may_not_be_a_file() throws IOException {
        Path file = Files.writeString(folder.resolve("data"), "");

        assertThat(faults(Map.of("--data", file.toString()), Map.of()))
                .containsExactly("server.data (option --data): '" + file + "' is not a folder");
    }

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("waybill.toml"), text);
    }

    private EffectiveConfig read(Map<String, String> flags, Map<String, String> environment) {
        return ConfigReader.read(new ConfigSources(flags, environment, folder));
    }

    private List<String> faults(Map<String, String> flags, Map<String, String> environment) {
        ConfigException thrown =
                catchThrowableOfType(ConfigException.class, () -> read(flags, environment));
        return thrown.faults().stream().map(ConfigFault::text).toList();
    }
}
