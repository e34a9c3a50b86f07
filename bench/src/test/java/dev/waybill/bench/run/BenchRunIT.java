package dev.waybill.bench.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.bench.process.Programs;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// The whole command with the built server and no peer, in rounds that are too short to mean anything.
class BenchRunIT {
    @TempDir private Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @Test
    void a_short_run_gives_a_table_a_document_and_a_page_and_says_who_is_not_there()
            throws Exception {
        Path launcher = installation();

        int status =
                new Main(new Programs(List.of()), new PrintStream(out, true, UTF_8))
                        .run(
                                "W1,W4",
                                "--peers=nats,rabbitmq,redis,postgres",
                                "--rounds=2",
                                "--seconds=1",
                                "--warm-up=1",
                                "--agents=5",
                                "--rate=100",
                                "--launcher=" + launcher,
                                "--out=" + folder.resolve("report"));

        assertThat(status).isZero();
        assertThat(out.toString(UTF_8))
                .contains("| messages/s ", "| server µs each ", "W4: 100 messages/s")
                .contains(
                        "redis takes no part: there is no redis-server here; on Debian: apt-get install redis-server",
                        "apt-get install nats-server",
                        "apt-get install rabbitmq-server",
                        "apt-get install postgresql");
        assertDocument(new Json(JsonLimits.STORED).tree(read("report.json")));
        assertThat(read("report.html"))
                .contains("<svg", "W1: 1 sender")
                .doesNotContain("http:", "https:", "src=", "href=", "@import", "url(");
    }

    private static void assertDocument(JsonNode report) {
        assertThat(report.path("run").path("machine").asString()).contains("cores");
        assertThat(report.path("contenders").path(0).path("version").asString())
                .startsWith("waybill ");
        JsonNode figures = report.at("/results/0/contenders/0/figures");
        assertThat(figures.path("messages/s").path("rounds")).hasSize(2);
        assertThat(figures.path("messages/s").path("least").asDouble()).isPositive();
        assertThat(figures.path("faults").path("most").asDouble()).isZero();
    }

    private String read(String name) throws Exception {
        return Files.readString(folder.resolve("report").resolve(name));
    }

    /// The jar that the build has just made, without the sources that a launcher would compare it with.
    private Path installation() throws Exception {
        Files.createDirectory(folder.resolve("lib"));
        Files.createSymbolicLink(
                folder.resolve("lib/waybill.jar"),
                Path.of("../cli/target/waybill.jar").toRealPath());
        return Files.copy(Path.of("../waybill"), folder.resolve("waybill"));
    }
}
