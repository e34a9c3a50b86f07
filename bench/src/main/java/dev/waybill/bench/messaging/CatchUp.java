package dev.waybill.bench.messaging;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/// W5: what was sent while nobody listened; then the agents connect.
record CatchUp(String name) implements Workload {
    private static final int BATCH = 500;

    /// The server takes its time with the first acks of a session.
    private static final Duration ACKS_WRITTEN = Duration.ofSeconds(3);

    private static final Map<String, String> SETTINGS =
            Map.of("WAYBILL_DELIVERY_MAILBOX_DEPTH", "1000000");
    private static final String FILL = new String(Body.rest(), US_ASCII);

    CatchUp() {
        this("W5");
    }

    @Override
    public List<Row> run(Path folder, Rounds rounds) throws Exception {
        List<Row> rows = new ArrayList<>();
        rows.add(run(folder, rounds, 1, 100_000));
        rows.add(run(folder, rounds, 100, 1000));
        return rows;
    }

    private Row run(Path folder, Rounds rounds, int agents, int each) throws Exception {
        Row row = new Row(name, "%,d for each of %d".formatted(each, agents));
        long count = (long) agents * each;
        try (Stage stage = Stage.open(folder, SETTINGS)) {
            Api.Agent sender = stage.api().agent("sender");
            List<Api.Agent> to = stage.api().agents("agent-", agents);
            for (int round = 0; round <= rounds.count(); round++) {
                fill(stage, sender, to, count);
                catchUp(round == 0 ? new Row(name, "warm-up") : row, stage, to, count);
            }
        }
        return row;
    }

    private static void fill(Stage stage, Api.Agent sender, List<Api.Agent> to, long count) {
        OneToOne.InTurn target = new OneToOne.InTurn(to);
        for (long number = 0; number < count; ) {
            List<String> messages = new ArrayList<>();
            for (int i = 0; i < BATCH && number < count; i++, number++) {
                messages.add(
                        "{" + target.next() + ",\"text\":\"" + Body.begin(number) + FILL + "\"}");
            }
            stage.api()
                    .post(
                            "/v1/messages/batch",
                            sender.token(),
                            "{\"messages\":[" + String.join(",", messages) + "]}");
        }
    }

    private static void catchUp(Row row, Stage stage, List<Api.Agent> to, long count)
            throws Exception {
        AtomicLong left = new AtomicLong(count);
        CountDownLatch done = new CountDownLatch(1);
        double cpu = stage.process().cpuMicros();
        long start = System.nanoTime();
        List<Node> nodes =
                Recipients.direct(
                        stage,
                        to,
                        _ -> {
                            if (left.decrementAndGet() == 0) {
                                done.countDown();
                            }
                        });
        if (!done.await(120, TimeUnit.SECONDS)) {
            System.err.println(left.get() + " deliveries did not come");
        }
        long end = System.nanoTime();
        double got = count - left.get();
        double rate = got * 1e9 / (end - start);
        row.add("deliveries/s", rate);
        row.add("server µs each", (stage.process().cpuMicros() - cpu) / got);
        row.add("missing", left.get());
        Thread.sleep(ACKS_WRITTEN);
        stage.loop().execute(() -> nodes.forEach(node -> node.socket().cut()));
        row.add("bare fsyncs/s", new Disk(stage.folder()).appendsPerSecond());
        System.err.printf("%s %s: %,.0f deliveries/s%n", row.workload(), row.what(), rate);
    }
}
