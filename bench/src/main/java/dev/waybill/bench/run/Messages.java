package dev.waybill.bench.run;

import dev.waybill.bench.load.ClosedLoad;
import dev.waybill.bench.load.Contender;
import dev.waybill.bench.load.Load;
import dev.waybill.bench.load.OpenLoad;
import dev.waybill.bench.load.Result;
import dev.waybill.bench.load.Row;
import dev.waybill.bench.load.Shape;
import dev.waybill.bench.process.PostgresServer;
import dev.waybill.bench.waybill.Entry;
import dev.waybill.bench.waybill.RequestsAlone;
import dev.waybill.bench.waybill.RowsAlone;
import dev.waybill.bench.waybill.Waybill;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// W1 to W4: messages under load, in one shape.
///
/// @param rate messages a second, or 0 for as many as come to their end
record Messages(
        String name,
        String what,
        Shape shape,
        int rate,
        Turns.Counting counting,
        Lineup lineup,
        List<String> compared)
        implements Workload {
    private static final String COST = "server µs each";

    /// More than are ever late.
    private static final int OPEN_WINDOW = 4096;

    static Messages oneToOne() {
        return new Messages(
                "W1",
                "1 sender with 256 under way, 1 agent",
                Shape.toOne(1, 256, 1),
                0,
                Turns.Counting.MESSAGES,
                Lineup.FRAMES_AND_STORES,
                List.of("messages/s", COST));
    }

    static Messages manyToMany(int agents) {
        return new Messages(
                "W2",
                "16 senders with 32 under way each, %,d agents".formatted(agents),
                Shape.toOne(16, 32, agents),
                0,
                Turns.Counting.MESSAGES,
                Lineup.EVERY_WAY,
                List.of("messages/s", COST));
    }

    static Messages fanOut(int agents, int window) {
        return new Messages(
                "W3",
                "1 sender with %d under way, a channel of %,d agents".formatted(window, agents),
                Shape.toAll(window, agents),
                0,
                Turns.Counting.DELIVERIES,
                Lineup.FRAMES_AND_LIMIT,
                List.of("deliveries/s", "to last p50 ms", COST));
    }

    static Messages fixedRate(int agents, int rate) {
        return new Messages(
                "W4",
                "%,d messages/s whatever comes, 16 senders, %,d agents".formatted(rate, agents),
                Shape.toOne(16, OPEN_WINDOW, agents),
                rate,
                Turns.Counting.MESSAGES,
                Lineup.FRAMES_AND_LIMIT,
                List.of("to agent p50 ms", "to agent p99 ms", "to agent p99.9 ms", COST));
    }

    @Override
    public List<Result> run(Bench bench) throws Exception {
        Lineup ways = lineup.only(bench.ways());
        try (Started everybody = new Started(bench.party().start(bench.folder(), Map.of(), ways));
                Turns turns = new Turns(bench.rounds(), bench.folder())) {
            for (Contender contender : everybody.all()) {
                if (contender instanceof Waybill waybill) {
                    prepare(waybill, bench.sizes());
                }
                join(turns, contender);
            }
            List<Row> rows = new ArrayList<>(turns.rows());
            if (rate == 0) {
                rows.add(rowsAlone(bench));
            }
            if (bench.party().onPostgres(ways)) {
                rows.add(rowsAloneOnPostgres(bench));
            }
            if (ways.entries().contains(Entry.REQUESTS)) {
                rows.add(
                        RequestsAlone.measure(
                                shape,
                                bench.folder(),
                                bench.party().build(Map.of()),
                                bench.rounds()));
            }
            return List.of(new Result(name, what, compared, rows));
        }
    }

    /// As many to a commit as wait when half of what is under way is with the agents.
    private int together() {
        return Math.max(1, shape.slots() / 2);
    }

    private Row rowsAloneOnPostgres(Bench bench) throws Exception {
        try (PostgresServer database =
                PostgresServer.start(bench.party().programs(), bench.folder())) {
            return RowsAlone.ofMessagesOn(
                    database,
                    shape.senders(),
                    shape.recipients(),
                    together(),
                    bench.folder(),
                    bench.rounds());
        }
    }

    private Row rowsAlone(Bench bench) throws Exception {
        int together = together();
        return shape.toAll()
                ? RowsAlone.ofChannel(shape.recipients(), together, bench.folder(), bench.rounds())
                : RowsAlone.ofMessages(
                        shape.senders(),
                        shape.recipients(),
                        together,
                        bench.folder(),
                        bench.rounds());
    }

    /// Takes part in turns that somebody else decides about.
    void join(Turns turns, Contender contender) throws Exception {
        Load load = rate == 0 ? new ClosedLoad(shape) : new OpenLoad(shape, rate);
        turns.add(contender, load, (each, its) -> each.open(shape, its.inFlight()), counting);
    }

    private void prepare(Waybill waybill, Sizes sizes) throws Exception {
        waybill.store(sizes.stored().getFirst());
        if (shape.recipients() == 1) {
            waybill.register(sizes.agents().getFirst() - 1);
        }
    }
}
