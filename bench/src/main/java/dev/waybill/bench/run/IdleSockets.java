package dev.waybill.bench.run;

import dev.waybill.bench.load.Contender;
import dev.waybill.bench.load.HoldsSockets;
import dev.waybill.bench.load.Proc;
import dev.waybill.bench.load.Result;
import dev.waybill.bench.load.Row;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/// W6: connections on which nothing is said, of those that can have many.
record IdleSockets() implements Workload {
    @Override
    public List<Result> run(Bench bench) throws Exception {
        List<Row> rows = new ArrayList<>();
        try (Started everybody =
                new Started(bench.party().start(bench.folder(), Map.of(), Lineup.FRAMES))) {
            for (Contender contender : everybody.all()) {
                if (contender instanceof HoldsSockets holding) {
                    System.err.println("  " + contender.name() + " connects");
                    rows.add(row(bench, contender, holding));
                }
            }
        }
        return List.of(
                new Result(
                        "W6",
                        "%,d idle sockets".formatted(bench.sizes().sockets()),
                        List.of("RSS KB each"),
                        rows));
    }

    private static Row row(Bench bench, Contender contender, HoldsSockets holding)
            throws Exception {
        int count = bench.sizes().sockets();
        Row row = new Row(contender.name());
        HoldsSockets.Sockets sockets = holding.hold(count);
        OptionalDouble heap = sockets.heapKilobytes();
        double resident = contender.process().residentKilobytes();
        long start = System.nanoTime();
        sockets.connect();
        row.add("connected/s", count * 1e9 / (System.nanoTime() - start));
        Thread.sleep(bench.rounds().length());
        OptionalDouble filled = sockets.heapKilobytes();
        if (heap.isPresent() && filled.isPresent()) {
            row.add("heap KB each", (filled.getAsDouble() - heap.getAsDouble()) / count);
        }
        row.add("RSS KB each", (contender.process().residentKilobytes() - resident) / count);
        row.add("memory MB", contender.process().memoryKilobytes() / 1024);
        for (int round = 0; round < bench.rounds().count(); round++) {
            row.add("% of a core at rest", rest(contender.process(), bench.rounds().length()));
        }
        row.add("still open", sockets.stillOpen());
        sockets.restart();
        start = System.nanoTime();
        sockets.connect();
        row.add("s until all are back", (System.nanoTime() - start) / 1e9);
        row.add("back and open", sockets.stillOpen());
        return row;
    }

    private static double rest(Proc process, Duration length) throws InterruptedException {
        double before = process.cpuMicros();
        Thread.sleep(length);
        return (process.cpuMicros() - before) / (length.toMillis() * 10.0);
    }
}
