package dev.waybill.bench.run;

import dev.waybill.bench.load.ClosedLoad;
import dev.waybill.bench.load.Contender;
import dev.waybill.bench.load.Disk;
import dev.waybill.bench.load.Heard;
import dev.waybill.bench.load.Result;
import dev.waybill.bench.load.Row;
import dev.waybill.bench.load.Scene;
import dev.waybill.bench.load.Shape;
import dev.waybill.bench.waybill.PagesAlone;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/// W5: what was sent while nobody listened; then the server gets time for what it had put off, and the agents connect.
record CatchUp(int agents) implements Workload {
    private static final Duration LONGEST = Duration.ofMinutes(2);

    /// What a server needs for mailboxes that are deep enough.
    static final Map<String, String> SETTINGS = Map.of("WAYBILL_DELIVERY_MAILBOX_DEPTH", "1000000");

    @Override
    public List<Result> run(Bench bench) throws Exception {
        List<Row> rows = new ArrayList<>();
        try (Started everybody =
                new Started(bench.party().start(bench.folder(), SETTINGS, Lineup.FRAMES))) {
            rows.addAll(rows(bench, everybody.all()));
        }
        rows.add(
                PagesAlone.measure(
                        bench.sizes().backlog(), agents, bench.folder(), bench.rounds()));
        return List.of(
                new Result("W5", what(bench), List.of("deliveries/s", "server µs each"), rows));
    }

    String what(Bench bench) {
        return "%,d deliveries wait for %d agent%s"
                .formatted(bench.sizes().backlog(), agents, agents == 1 ? "" : "s");
    }

    /// Of those that were started with the settings.
    List<Row> rows(Bench bench, List<? extends Contender> contenders) throws Exception {
        Shape shape = Shape.toOne(16, 32, agents);
        List<Waiting> all = new ArrayList<>();
        for (Contender contender : contenders) {
            all.add(new Waiting(contender, shape));
        }
        for (Waiting waiting : bench.rounds().warmUp().isZero() ? List.<Waiting>of() : all) {
            System.err.println("  " + waiting.contender.name() + " warms up");
            waiting.round(bench, new Row("warm-up"));
            waiting.scene.hush();
        }
        for (int round = 0; round < bench.rounds().count(); round++) {
            System.err.printf("  round %d of %d%n", round + 1, bench.rounds().count());
            all.getFirst().row.add("bare fsyncs/s", new Disk(bench.folder()).appendsPerSecond());
            for (int place = 0; place < all.size(); place++) {
                Waiting waiting = all.get((round + place) % all.size());
                waiting.round(bench, waiting.row);
                if (round + 1 < bench.rounds().count()) {
                    waiting.scene.hush();
                }
            }
        }
        for (Waiting waiting : all) {
            waiting.scene.close();
        }
        return all.stream().map(waiting -> waiting.row).toList();
    }

    /// A contender with what waits there.
    private static final class Waiting implements Heard {
        private final Contender contender;
        private final ClosedLoad load;
        private final Scene scene;
        private final Row row;
        private final AtomicLong left = new AtomicLong();
        private CountDownLatch done = new CountDownLatch(1);

        Waiting(Contender contender, Shape shape) throws Exception {
            this.contender = contender;
            this.load = ClosedLoad.unheard(shape);
            this.scene = contender.open(shape, this);
            this.row = new Row(contender.name());
            load.into(scene);
        }

        void round(Bench bench, Row into) throws Exception {
            long before = load.inFlight().completed();
            load.send(bench.sizes().backlog());
            double sent = load.inFlight().completed() - before;
            left.set((long) sent);
            bench.rounds().rest(contender.process());
            done = new CountDownLatch(1);
            double cpu = contender.process().cpuMicros();
            long start = System.nanoTime();
            scene.listen();
            boolean all = done.await(LONGEST.toSeconds(), TimeUnit.SECONDS);
            double seconds = (System.nanoTime() - start) / 1e9;
            double got = Math.max(1, sent - left.get());
            into.add("deliveries/s", got / seconds);
            into.add("server µs each", (contender.process().cpuMicros() - cpu) / got);
            into.add("memory MB", contender.process().memoryKilobytes() / 1024);
            into.add("missing", all ? 0 : left.get());
            into.add("faults", load.inFlight().faults());
            System.err.printf("    %s: %,.0f deliveries/s%n", contender.name(), got / seconds);
        }

        @Override
        public void confirmed(long number) {
            load.inFlight().confirmed(number);
        }

        @Override
        public void delivered(long number) {
            if (left.decrementAndGet() == 0) {
                done.countDown();
            }
        }

        @Override
        public void fault(String what) {
            load.inFlight().fault(what);
        }
    }
}
