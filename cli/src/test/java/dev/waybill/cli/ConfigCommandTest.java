package dev.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ConfigCommandTest {
    private static final String SECRET = "correct-horse-battery";

    private final Shell shell = new Shell();

    @Test
    void every_value_is_shown_with_its_origin() {
        ExitCode code = shell.with("WAYBILL_LOG_LEVEL", "debug").run("config", "--port", "9000");

        assertThat(code).isEqualTo(ExitCode.OK);
        assertThat(shell.out().lines().map(line -> line.replaceAll(" +#", " #")))
                .contains(
                        "server.port = 9000 # option --port",
                        "log.level = \"debug\" # environment variable WAYBILL_LOG_LEVEL",
                        "server.host = \"127.0.0.1\" # default",
                        "# tls.key is not set");
    }

    @Test
    void secrets_are_hidden() {
        shell.with("WAYBILL_ACCESS_ADMIN_TOKEN", SECRET)
                .with("WAYBILL_STORE_DATABASE", "postgresql://me:" + SECRET + "@db/relay")
                .run("config");

        assertThat(shell.out())
                .contains("access.admin-token = \"(hidden)\"", "\"jdbc:postgresql://db/relay\"")
                .doesNotContain(SECRET);
    }

    @Test
    void as_json_it_is_one_document() {
        shell.run("config", "--json");

        assertThat(shell.json().get(1).get("key").asString()).isEqualTo("server.port");
        assertThat(shell.json().get(1).get("value").asString()).isEqualTo("7717");
        assertThat(shell.json().get(1).get("origin").asString()).isEqualTo("default");
    }
}
