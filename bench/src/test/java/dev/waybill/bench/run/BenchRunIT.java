package dev.waybill.bench.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.bench.peer.Peer;
import dev.waybill.bench.process.Programs;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// The whole command with the built server, in rounds that are too short to mean anything.
class BenchRunIT {
    private static final String CEILING = "ceiling: ";

    /// Workloads whose every contender is told whether anything went wrong.
    private static final String WITH_FAULTS = "W[123457].*";

    @TempDir private Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final Programs machine = Programs.ofMachine();

    @BeforeEach
    void install() throws Exception {
        Installed.in(folder);
        // A database that does not run as root has to get through.
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @Test
    void every_workload_runs_to_its_end_without_a_fault_and_is_in_the_report() throws Exception {
        int status =
                run(
                        machine,
                        "W2..W7",
                        "--peers=none",
                        "--agents=3",
                        "--members=4",
                        "--sessions=2",
                        "--backlog=600",
                        "--sockets=20",
                        "--rate=100");

        assertThat(status).isZero();
        JsonNode report = report();
        assertThat(workloads(report))
                .containsSubsequence("W2", "W3", "W3", "W4", "W5", "W5", "W6")
                .containsSubsequence("W7", "W7", "W7", "W7");
        assertThat(workloads(report).filter("W7n"::equals).count())
                .isEqualTo(Peer.NATS.missing(machine).isEmpty() ? 4 : 0);
        assertEverythingWentWell(report);
        assertWays(report);
        assertSockets(report);
        assertThat(out.toString(UTF_8)).contains("| messages/s ", "| server µs each ");
        assertThat(read("report.html"))
                .contains("<svg", "W2: 16 senders", "W7: 16 callers of an action, 200 calls/s")
                .doesNotContain("http:", "https:", "src=", "href=", "@import", "url(");
    }

    @Test
    void every_workload_that_grows_does_so_on_servers_of_each_size() throws Exception {
        int status =
                run(
                        new Programs(List.of()),
                        "growth",
                        "--of=W1,W5,W7",
                        "--stored=0,1000",
                        "--agents=2,5",
                        "--backlog=600",
                        "--rate=100");

        assertThat(status).isZero();
        JsonNode report = report();
        assertThat(workloads(report))
                .containsExactly("W1 growth", "W5 growth", "W7 growth", "W1 growth");
        assertEverythingWentWell(report);
        assertThat(names(result(report, "W7 growth"))).containsExactly("0 stored", "1,000 stored");
        assertThat(
                        rows(result(report, "W5 growth"))
                                .skip(1)
                                .map(row -> row.at("/ratios/server µs each/median").asDouble()))
                .singleElement()
                .satisfies(ratio -> assertThat(ratio).isPositive());
    }

    @Test
    void every_peer_takes_part_or_is_named_with_the_reason() throws Exception {
        int status = run(machine, "W1", "--agents=1");

        assertThat(status).isZero();
        JsonNode report = report();
        assertEverythingWentWell(report);
        List<String> names = names(result(report, "W1")).toList();
        for (Peer peer : Peer.values()) {
            boolean takesPart = names.contains(peer.title());
            assertThat(report.path("absent").toString().contains(peer.title() + " takes no part"))
                    .as(peer.title())
                    .isEqualTo(!takesPart);
            // One that is installed may still be too old for what it is to do.
            assertThat(takesPart && !peer.missing(machine).isEmpty()).as(peer.title()).isFalse();
        }
        assertThat(names.contains("waybill, postgres"))
                .isEqualTo(names.contains(Peer.POSTGRES.title()));
        assertThat(names.contains("ceiling: rows alone on PostgreSQL, 128 to a commit"))
                .isEqualTo(names.contains(Peer.POSTGRES.title()));
    }

    private int run(Programs programs, String workload, String... words) throws Exception {
        Stream<String> same =
                Stream.of(
                        workload,
                        "--rounds=1",
                        "--seconds=0.2",
                        "--warm-up=0",
                        "--launcher=" + folder.resolve("waybill"),
                        "--out=" + folder.resolve("report"));
        PrintStream print = new PrintStream(out, true, UTF_8);
        int status =
                new Main(programs, print, folder.resolve("scratch"))
                        .run(Stream.concat(same, Stream.of(words)).toArray(String[]::new));
        assertThat(folder.resolve("scratch")).isEmptyDirectory();
        return status;
    }

    private static void assertEverythingWentWell(JsonNode report) {
        assertThat(report.path("run").path("machine").asString()).contains("cores");
        assertThat(report.at("/contenders/0/version").asString()).startsWith("waybill ");
        for (JsonNode result : report.path("results")) {
            for (JsonNode row : result.path("contenders")) {
                String who = result.path("what").asString() + ": " + row.path("name").asString();
                JsonNode figures = row.path("figures");
                boolean told =
                        result.path("workload").asString().matches(WITH_FAULTS)
                                && !row.path("name").asString().startsWith(CEILING);
                assertThat(figures.at("/faults/most").asDouble(told ? -1 : 0)).as(who).isZero();
                assertThat(figures.at("/missing/most").asDouble()).as(who).isZero();
                assertThat(rate(figures)).as(who).isPositive();
            }
        }
    }

    /// The first of its figures that is so many a second.
    private static double rate(JsonNode figures) {
        return figures.propertyStream()
                .filter(figure -> figure.getKey().endsWith("/s"))
                .filter(figure -> !figure.getKey().equals("bare fsyncs/s"))
                .mapToDouble(figure -> figure.getValue().path("least").asDouble())
                .findFirst()
                .orElse(0);
    }

    private static void assertWays(JsonNode report) {
        assertThat(names(result(report, "W2")))
                .contains("waybill", "waybill, sockets", "waybill, batches", "waybill, requests")
                .contains("ceiling: rows alone, 256 to a commit", "ceiling: HTTP alone, requests");
        assertThat(names(result(report, "W3")))
                .contains("waybill", "ceiling: rows alone, 1 to a commit");
        assertThat(names(result(report, "W5"))).contains("waybill", "ceiling: pages alone");
        assertThat(names(result(report, "W7")))
                .contains("call, result told", "call, waiting", "plain send")
                .contains("ceiling: two commits");
    }

    private static void assertSockets(JsonNode report) {
        JsonNode figures = result(report, "W6").at("/contenders/0/figures");
        assertThat(figures.at("/still open/least").asInt()).isEqualTo(20);
        assertThat(figures.at("/back and open/least").asInt()).isEqualTo(20);
    }

    private static Stream<String> workloads(JsonNode report) {
        return stream(report.path("results")).map(result -> result.path("workload").asString());
    }

    private static JsonNode result(JsonNode report, String workload) {
        return stream(report.path("results"))
                .filter(result -> result.path("workload").asString().equals(workload))
                .findFirst()
                .orElseThrow();
    }

    private static Stream<JsonNode> rows(JsonNode result) {
        return stream(result.path("contenders"));
    }

    private static Stream<String> names(JsonNode result) {
        return rows(result).map(row -> row.path("name").asString());
    }

    private static Stream<JsonNode> stream(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false);
    }

    private JsonNode report() throws Exception {
        return new Json(JsonLimits.STORED).tree(read("report.json"));
    }

    private String read(String name) throws Exception {
        return Files.readString(folder.resolve("report").resolve(name));
    }
}
