package dev.waybill.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.cli.Installation.Running;
import dev.waybill.cli.command.ExitCode;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import tools.jackson.databind.JsonNode;

/// A person measures the server that runs in the other terminal.
@Execution(ExecutionMode.CONCURRENT)
class BenchIT {
    private static final Pattern WORKSPACE =
            Pattern.compile("the workspace is called (bench-\\w+)");
    private static final int INTERRUPTED = 130;

    @TempDir private Path folder;

    private Installation installation;
    private Running server;
    private String port = "";

    @BeforeEach
    void up() throws IOException {
        Files.copy(Path.of("../waybill"), folder.resolve("waybill"));
        Files.createDirectory(folder.resolve("lib"));
        for (String file : List.of("waybill.jar", "cli.aot", "server.aot")) {
            Files.createSymbolicLink(
                    folder.resolve("lib").resolve(file), Path.of("target", file).toAbsolutePath());
        }
        installation =
                new Installation(folder)
                        .with("XDG_CONFIG_HOME", folder.resolve("config").toString());
        server = installation.waybill("up", "--port", "0", "--json");
        port = String.valueOf(Installation.port(server.document()));
        installation.with("WAYBILL_SERVER_PORT", port);
    }

    @AfterEach
    void kill() throws IOException {
        installation.close();
    }

    @Test
    void a_short_run_tells_rates_and_latencies_and_leaves_no_agent_behind() throws Exception {
        Running bench =
                installation.waybill("bench", "--seconds", "1", "--rate", "50", "--yes", "--json");
        JsonNode outcome = new Json(JsonLimits.DEFAULTS).tree(bench.output());

        assertThat(bench.exitCode()).as(bench.err()).isEqualTo(ExitCode.OK.code());
        assertThat(outcome.path("sends_per_second").isNumber()).isTrue();
        assertThat(outcome.path("messages").asLong()).isPositive();
        assertThat(outcome.path("deliveries_per_second").isNumber()).isTrue();
        assertThat(outcome.path("delivery_ms").path("p50").asDouble()).isPositive();
        assertThat(outcome.path("delivery_ms").path("p99_9").asDouble())
                .isGreaterThanOrEqualTo(outcome.path("delivery_ms").path("p50").asDouble());
        assertThat(installation.waybill("agent", "list").output()).doesNotContain("bench-");
        assertThat(folder.resolve("config")).doesNotExist();
    }

    @Test
    void a_person_reads_what_came_of_it_and_on_the_side_how_far_it_is() throws Exception {
        Running bench = installation.waybill("bench", "--seconds", "1", "--rate", "50", "--yes");

        assertThat(bench.output())
                .containsPattern("as many as it takes +[\\d,]+ sends/s, [\\d,]+ deliveries/s\n")
                .containsPattern("at 50 messages/s\n +to the agent +p50 \\d+\\.\\d ms +p99 \\d")
                .containsPattern("The rows of [\\d,]+ messages stay in the server's database")
                .contains("http://127.0.0.1:" + port, "How to read it:")
                .doesNotContain("warming up");
        assertThat(bench.exitCode()).isEqualTo(ExitCode.OK.code());
        assertThat(bench.err())
                .containsSubsequence(
                        "For about 2 s",
                        "A workspace is made for it and deleted afterwards",
                        "waybill: the workspace is called bench-",
                        "warming up, 1 s\n",
                        "as many as it takes, 1 s\n",
                        "50 messages/s, 1 s\n")
                .doesNotContain("\u001b");
        assertThat(statusOf(workspace(bench.err()))).isEqualTo(404);
    }

    @Test
    void who_watches_sees_one_line_that_changes_and_goes() {
        Shell shell =
                new Shell()
                        .with("XDG_CONFIG_HOME", folder.resolve("config").toString())
                        .with("WAYBILL_SERVER_PORT", port)
                        .withColours();

        assertThat(shell.run("bench", "--seconds", "1", "--rate", "50", "--yes"))
                .as(shell.err())
                .isEqualTo(ExitCode.OK);

        assertThat(shell.err())
                .containsPattern("\r\u001b\\[Kwarming up: 1 of 1 s, [\\d,]+ sends/s\r\u001b\\[K")
                .containsPattern(
                        "\r\u001b\\[K50 messages/s: 1 of 1 s, [\\d,]+ sends/s\r\u001b\\[K$");
        assertThat(shell.out()).doesNotContain("\u001b").contains("How to read it:");
    }

    @Test
    void ctrl_c_removes_the_workspace_that_was_made() throws Exception {
        Running bench = installation.bash("exec ./waybill bench --seconds 60 --yes 2>&1");
        String said = readUpTo(bench, "warming up");
        String workspace = workspace(said);
        assertThat(statusOf(workspace)).isEqualTo(200);

        Signals.send("INT", bench.process());

        assertThat(rest(bench)).doesNotContain("Exception", "not deleted");
        assertThat(bench.exitCode()).isEqualTo(INTERRUPTED);
        assertThat(statusOf(workspace)).isEqualTo(404);
    }

    @Test
    void ctrl_c_removes_the_agents_of_a_run_in_ones_own_workspace() throws Exception {
        Running bench = installation.bash("exec ./waybill bench --here --seconds 60 --yes 2>&1");
        readUpTo(bench, "warming up");
        assertThat(installation.waybill("agent", "list").output()).contains("bench-");

        Signals.send("INT", bench.process());

        assertThat(rest(bench)).doesNotContain("Exception", "not removed");
        assertThat(bench.exitCode()).isEqualTo(INTERRUPTED);
        assertThat(installation.waybill("agent", "list").output()).doesNotContain("bench-");
    }

    @Test
    void who_measures_a_server_that_goes_away_is_told_so_at_once() throws Exception {
        Running bench = installation.bash("exec ./waybill bench --seconds 3000 --yes 2>&1");
        readUpTo(bench, "warming up");

        Signals.send("KILL", server.process());

        assertThat(rest(bench)).contains("the first of them: the server closed the connection");
        assertThat(bench.exitCode()).isEqualTo(ExitCode.FAILURE.code());
    }

    /// Both channels of a command up to the first line that begins so.
    private static String readUpTo(Running bench, String words) throws IOException {
        BufferedReader out = bench.process().inputReader(UTF_8);
        StringBuilder said = new StringBuilder();
        for (String line = ""; !line.startsWith(words); said.append(line).append('\n')) {
            line = out.readLine();
            assertThat(line).as(said.toString()).isNotNull();
        }
        return said.toString();
    }

    private static String rest(Running bench) {
        return bench.process().inputReader(UTF_8).lines().collect(Collectors.joining("\n"));
    }

    private static String workspace(String said) {
        Matcher name = WORKSPACE.matcher(said);
        assertThat(name.find()).as(said).isTrue();
        return name.group(1);
    }

    private int statusOf(String workspace) throws Exception {
        URI address =
                URI.create("http://127.0.0.1:" + port + "/v1/workspaces/by-name/" + workspace);
        try (HttpClient http = HttpClient.newHttpClient()) {
            return http.send(HttpRequest.newBuilder(address).build(), BodyHandlers.discarding())
                    .statusCode();
        }
    }
}
