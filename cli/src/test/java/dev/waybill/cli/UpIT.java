package dev.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.cli.Installation.Running;
import dev.waybill.cli.command.ExitCode;
import dev.waybill.server.Keys;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The product as a new user meets it: the launcher, a server, a message, Ctrl-C.
class UpIT {
    private static final Pattern FIVE_MINUTES =
            Pattern.compile("(?s)## Five minutes\n.*?\n```\n(.*?)```\n");
    private static final Pattern CURL = Pattern.compile("(?s)curl .*?-d '[^']*'");

    private static final Pattern FILE = Pattern.compile("/ui/[\\w./-]+");

    @TempDir private Path folder;

    private Installation installation;

    @BeforeEach
    void unpack() throws IOException {
        Files.copy(Path.of("../waybill"), folder.resolve("waybill"));
        Files.createDirectory(folder.resolve("lib"));
        for (String file : List.of("waybill.jar", "cli.aot", "server.aot")) {
            Files.createSymbolicLink(
                    folder.resolve("lib").resolve(file), Path.of("target", file).toAbsolutePath());
        }
        installation = new Installation(folder);
    }

    @AfterEach
    void kill() throws IOException {
        installation.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"INT", "TERM"})
    void ctrl_c_and_a_service_manager_end_it_with_success(String signal) throws Exception {
        Running server = installation.waybill("up", "--port", "0", "--json");
        server.document();

        Signals.send(signal, server.process());

        assertThat(server.exitCode()).isEqualTo(ExitCode.OK.code());
    }

    @Test
    void the_request_in_the_welcome_works_as_pasted() throws Exception {
        Matcher curl = CURL.matcher(installation.waybill("up", "--port", "0").welcome());
        assertThat(curl.find()).isTrue();

        Running pasted = installation.bash(curl.group());

        assertThat(pasted.output()).contains("\"ok\":true");
        assertThat(pasted.exitCode()).isEqualTo(0);
    }

    @Test
    void the_five_minutes_of_the_readme_work_as_pasted() throws Exception {
        Matcher block = FIVE_MINUTES.matcher(Files.readString(Path.of("../README.md")));
        assertThat(block.find()).isTrue();
        String port =
                String.valueOf(
                        Installation.port(
                                installation.waybill("up", "--port", "0", "--json").document()));

        Running pasted =
                installation
                        .with("WAYBILL_URL", "http://127.0.0.1:" + port)
                        .with("WAYBILL_SERVER_PORT", port)
                        .bash(block.group(1).replace("7717", port));

        String output = pasted.output();
        assertThat(output.split("The build is green\\.", -1)).as(output).hasSize(3);
        assertThat(output).contains("invalid_request", "ready", "waybill_store");
        assertThat(pasted.exitCode()).as(pasted.err()).isEqualTo(0);
    }

    @Test
    void the_operators_page_is_there_with_every_file_it_needs() throws Exception {
        int port =
                Installation.port(installation.waybill("up", "--port", "0", "--json").document());
        String page = body(port, "/");

        List<String> files = FILE.matcher(page).results().map(MatchResult::group).toList();

        assertThat(page).contains("<wb-page>");
        assertThat(files).hasSizeGreaterThan(8);
        for (String file : files) {
            assertThat(body(port, file)).as(file).isNotEmpty();
        }
    }

    @Test
    void a_later_start_on_the_same_data_shows_no_keys() throws Exception {
        Running first = installation.waybill("up", "--port", "0");
        String welcome = first.welcome();
        Signals.send("TERM", first.process());
        first.exitCode();
        Path keys = folder.resolve("data").resolve(Keys.FILE);

        String second = installation.waybill("up", "--port", "0").welcome();

        assertThat(welcome).contains("rk_live_", "at_live_");
        assertThat(second)
                .contains("kept in " + keys.toRealPath())
                .doesNotContain("rk_live_", "at_live_");
    }

    @Test
    void a_second_server_is_refused_the_folder_and_the_port() throws Exception {
        String port =
                String.valueOf(
                        Installation.port(
                                installation.waybill("up", "--port", "0", "--json").document()));

        assertThat(installation.waybill("up", "--port", "0").exitCode())
                .isEqualTo(ExitCode.DATA_IN_USE.code());
        assertThat(installation.waybill("up", "--port", port, "--data", "other").exitCode())
                .isEqualTo(ExitCode.PORT_IN_USE.code());
    }

    @Test
    void a_server_for_other_machines_without_tls_says_so_loudly() throws Exception {
        Running exposed =
                installation.waybill("serve", "--host", "0.0.0.0", "--port", "0", "--json");

        exposed.document();

        assertThat(exposed.err()).contains("WARN", "NOT ENCRYPTED");
    }

    @Test
    void commands_that_succeed_leave_standard_error_alone() throws Exception {
        String port =
                String.valueOf(
                        Installation.port(
                                installation.waybill("serve", "--port", "0", "--json").document()));
        installation
                .with("WAYBILL_URL", "http://127.0.0.1:" + port)
                .with("WAYBILL_SERVER_PORT", port);

        for (String command : List.of("version", "status", "doctor", "config", "help")) {
            Running running = installation.waybill(command);

            assertThat(running.exitCode()).as(command).isEqualTo(ExitCode.OK.code());
            assertThat(running.err()).as(command).isEmpty();
        }
    }

    private static String body(int port, String path) throws Exception {
        URI address = URI.create("http://127.0.0.1:" + port + path);
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> answer =
                    client.send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString());
            assertThat(answer.statusCode()).as(path).isEqualTo(200);
            return answer.body();
        }
    }
}
