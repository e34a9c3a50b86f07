package dev.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.cli.Installation.Running;
import dev.waybill.cli.command.ExitCode;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
    @TempDir private Path folder;

    private Installation installation;

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
        JsonNode started = installation.waybill("up", "--port", "0", "--json").document();
        installation.with("WAYBILL_SERVER_PORT", String.valueOf(Installation.port(started)));
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
}
