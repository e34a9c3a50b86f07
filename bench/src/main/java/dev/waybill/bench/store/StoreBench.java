package dev.waybill.bench.store;

import dev.waybill.server.config.DatabaseTarget;
import dev.waybill.server.config.LogConfig;
import dev.waybill.server.log.Logging;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/// `bench/store [seconds-per-round] [rounds]`: durable messages per second by number of waiting writers.
public final class StoreBench {
    private static final List<Integer> WRITERS = List.of(1, 16, 64, 256);

    private final Duration length;
    private final int rounds;
    private final AtomicLong numbers = new AtomicLong();

    private StoreBench(Duration length, int rounds) {
        this.length = length;
        this.rounds = rounds;
    }

    public static void main(String[] args) throws Exception {
        Logging.configure(new LogConfig(LogConfig.Format.TEXT, LogConfig.Level.WARN));
        Duration length = Duration.ofSeconds(args.length > 0 ? Long.parseLong(args[0]) : 3);
        int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 3;
        Path folder = Files.createTempDirectory(Path.of("target"), "bench-store");
        try (EmbeddedPostgres postgres = postgres()) {
            new StoreBench(length, rounds).run(folder, postgres);
        } finally {
            delete(folder);
        }
        System.exit(0); // drivers leave threads behind
    }

    private void run(Path folder, EmbeddedPostgres postgres) throws Exception {
        Map<String, Contender> contenders = contenders(folder, postgres);
        System.err.println("warming up");
        for (Contender contender : contenders.values()) {
            Round.run(contender, 64, length, numbers);
        }
        StoreReport report = new StoreReport(List.copyOf(contenders.keySet()));
        for (int writers : WRITERS) {
            report.add(writers, measure(contenders, writers));
        }
        System.out.println(report.text());
        for (Contender contender : contenders.values()) {
            contender.close();
        }
    }

    /// Rounds alternate between the contenders, so that a slow minute of the machine hits them alike.
    private Map<String, Round> measure(Map<String, Contender> contenders, int writers)
            throws Exception {
        Map<String, List<Round>> results = new LinkedHashMap<>();
        for (int round = 1; round <= rounds; round++) {
            System.err.printf("%d writers, round %d of %d%n", writers, round, rounds);
            for (var contender : contenders.entrySet()) {
                results.computeIfAbsent(contender.getKey(), _ -> new ArrayList<>())
                        .add(Round.run(contender.getValue(), writers, length, numbers));
            }
        }
        Map<String, Round> medians = new LinkedHashMap<>();
        results.forEach((name, all) -> medians.put(name, median(all)));
        return medians;
    }

    private static Round median(List<Round> rounds) {
        return rounds.stream()
                .sorted(Comparator.comparingDouble(Round::perSecond))
                .toList()
                .get(rounds.size() / 2);
    }

    private static Map<String, Contender> contenders(Path folder, EmbeddedPostgres postgres)
            throws Exception {
        String postgresUrl = "jdbc:postgresql://127.0.0.1:" + postgres.getPort() + "/postgres";
        Map<String, Contender> contenders = new LinkedHashMap<>();
        add(
                contenders,
                WaybillStore.open("sqlite", folder.resolve("sqlite"), new DatabaseTarget.Sqlite()));
        WaybillStore.open("tables", folder.resolve("each"), new DatabaseTarget.Sqlite()).close();
        String eachUrl = "jdbc:sqlite:" + folder.resolve("each").resolve("waybill.db");
        add(
                contenders,
                new CommitEach(
                        "sqlite, commit each",
                        CommitEach.durableSqlite(DriverManager.getConnection(eachUrl))));
        add(
                contenders,
                WaybillStore.open(
                        "postgres",
                        folder.resolve("postgres"),
                        new DatabaseTarget.Postgres(postgresUrl, "postgres", null)));
        add(
                contenders,
                new CommitEach(
                        "postgres, commit each",
                        DriverManager.getConnection(postgresUrl, "postgres", "")));
        add(contenders, new BareFile(folder.resolve("bare.log")));
        return contenders;
    }

    private static void add(Map<String, Contender> contenders, Contender contender) {
        contenders.put(contender.name(), contender);
    }

    private static EmbeddedPostgres postgres() throws IOException {
        return EmbeddedPostgres.builder()
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on")
                .setDataDirectory(Files.createTempDirectory(Path.of("target"), "bench-postgres"))
                .start();
    }

    private static void delete(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
