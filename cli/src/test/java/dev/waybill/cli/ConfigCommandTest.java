package dev.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.cli.command.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ConfigCommandTest {
    private static final String SECRET = "correct-horse-battery";

    private final Shell shell = new Shell();

    @TempDir private Path folder;

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

    @ParameterizedTest
    @EnumSource
    void a_database_password_is_hidden_wherever_it_was_written(Source source) throws IOException {
        for (String format : List.of("--json", "--verbose")) {
            Shell own = new Shell();

            ExitCode code =
                    source.run(own, folder, "postgresql://me:" + SECRET + "@db/relay", format);

            assertThat(code).isEqualTo(ExitCode.OK);
            assertThat(own.out()).contains("jdbc:postgresql://db/relay").doesNotContain(SECRET);
            assertThat(own.err()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_malformed_database_is_refused_without_its_password(Source source) throws IOException {
        List<String> malformed =
                List.of(
                        "postgresql://me:" + SECRET + "@db:x/relay",
                        "postgresql://me:a/" + SECRET + "@db/relay",
                        "postgresql://me:%zz" + SECRET + "@db/relay",
                        "mysql://me:" + SECRET + "@db/relay",
                        SECRET);
        for (String url : malformed) {
            Shell own = new Shell();

            ExitCode code = source.run(own, folder, url, "--json", "--verbose");

            assertThat(code).isEqualTo(ExitCode.CONFIGURATION);
            assertThat(own.err()).contains("store.database", "ConfigException");
            assertThat(own.out() + own.err()).doesNotContain(SECRET);
        }
    }

    @Test
    void a_file_that_is_no_toml_is_refused_without_what_it_says() throws IOException {
        Path file =
                Files.writeString(
                        folder.resolve("my.toml"),
                        "access.admin-token = " + SECRET + "\nstore.database = \"" + SECRET);

        ExitCode code = shell.run("config", "--verbose", "--json", "--config", file.toString());

        assertThat(code).isEqualTo(ExitCode.CONFIGURATION);
        assertThat(shell.out() + shell.err()).contains("not valid TOML").doesNotContain(SECRET);
    }

    @Test
    void as_json_it_is_one_document() {
        shell.run("config", "--json");

        assertThat(shell.json().get(1).get("key").asString()).isEqualTo("server.port");
        assertThat(shell.json().get(1).get("value").asString()).isEqualTo("7717");
        assertThat(shell.json().get(1).get("origin").asString()).isEqualTo("default");
    }

    /// Where an address can be written.
    enum Source {
        FILE {
            @Override
            ExitCode run(Shell shell, Path folder, String url, String... options)
                    throws IOException {
                Path file =
                        Files.writeString(
                                folder.resolve("waybill.toml"), "store.database = '" + url + "'");
                return shell.run(words(options, "--config", file.toString()));
            }
        },
        ENVIRONMENT {
            @Override
            ExitCode run(Shell shell, Path folder, String url, String... options) {
                return shell.with("WAYBILL_STORE_DATABASE", url).run(words(options));
            }
        },
        OPTION {
            @Override
            ExitCode run(Shell shell, Path folder, String url, String... options) {
                return shell.run(words(options, "--database", url));
            }
        };

        abstract ExitCode run(Shell shell, Path folder, String url, String... options)
                throws IOException;

        private static String[] words(String[] options, String... more) {
            return Stream.of(Stream.of("config"), Stream.of(options), Stream.of(more))
                    .flatMap(words -> words)
                    .toArray(String[]::new);
        }
    }
}
