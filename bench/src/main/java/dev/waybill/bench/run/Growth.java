package dev.waybill.bench.run;

import dev.waybill.bench.load.ClosedLoad;
import dev.waybill.bench.load.Result;
import dev.waybill.bench.load.Row;
import dev.waybill.bench.load.Shape;
import dev.waybill.bench.waybill.Waybill;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// How the cost of a message grows: workloads on servers that stored more and more before, and on servers with more and more
/// agents. The servers of one kind take turns, as contenders do.
final class Growth {
    /// Those that may be measured with more and more stored.
    static final Set<Workloads> STORED =
            EnumSet.of(
                    Workloads.W1,
                    Workloads.W2,
                    Workloads.W3,
                    Workloads.W4,
                    Workloads.W5,
                    Workloads.W7);

    /// Those that may be measured with more and more agents.
    private static final Set<Workloads> AGENTS =
            EnumSet.of(Workloads.W1, Workloads.W2, Workloads.W4);

    private static final String COST = "server µs each";
    private static final String STORED_MORE = ", with more and more stored";
    private static final int AMONG = 100;
    private static final int CALLERS = 16;

    /// What a message and all that belongs to it takes on the disk, with something to spare.
    private static final long BYTES_STORED = 5000;

    private Growth() {}

    /// One workload on one server.
    interface Joining {
        void join(Turns turns, Waybill server) throws Exception;
    }

    /// @param compared the figures of which it is told how they grow
    private record Grown(String what, List<String> compared, Joining joining) {}

    static List<Result> stored(Bench bench) throws Exception {
        List<Long> sizes = bench.sizes().stored();
        checkRoom(bench, sizes);
        Map<String, String> settings =
                bench.grown().contains(Workloads.W5) ? CatchUp.SETTINGS : Map.of();
        List<Waybill> servers = new ArrayList<>();
        try {
            for (long size : sizes) {
                Waybill server =
                        bench.party()
                                .waybill("%,d stored".formatted(size), bench.folder(), settings);
                servers.add(server);
                server.store(size);
            }
            List<Result> results = new ArrayList<>();
            for (Workloads of : bench.grown()) {
                results.add(
                        of == Workloads.W5
                                ? caughtUp(bench, servers)
                                : result(
                                        bench,
                                        of,
                                        STORED_MORE,
                                        servers,
                                        Collections.nCopies(servers.size(), AMONG)));
            }
            return results;
        } finally {
            new Started(servers).close();
        }
    }

    static List<Result> agents(Bench bench) throws Exception {
        List<Workloads> grown = bench.grown().stream().filter(AGENTS::contains).toList();
        List<Integer> sizes = grown.isEmpty() ? List.of() : bench.sizes().agents();
        List<Waybill> servers = new ArrayList<>();
        try {
            for (int size : sizes) {
                Waybill server =
                        bench.party()
                                .waybill("%,d agents".formatted(size), bench.folder(), Map.of());
                servers.add(server);
                server.register(size);
            }
            List<Result> results = new ArrayList<>();
            for (Workloads of : grown) {
                results.add(result(bench, of, "with more and more agents", servers, sizes));
            }
            return results;
        } finally {
            new Started(servers).close();
        }
    }

    private static void checkRoom(Bench bench, List<Long> sizes) {
        long room = bench.folder().toFile().getUsableSpace();
        long needed = sizes.stream().mapToLong(Long::longValue).sum() * BYTES_STORED;
        if (needed > room) {
            throw new IllegalArgumentException(
                    "%,d MB may be needed for what is stored, and %,d MB are free"
                            .formatted(needed >> 20, room >> 20));
        }
    }

    private static Grown grown(Workloads of, int agents, Sizes sizes) {
        return switch (of) {
            case W1 -> messages(Messages.oneToOne(), "messages/s", "agent");
            case W2 -> messages(Messages.manyToMany(agents), "messages/s", "agent");
            case W3 ->
                    messages(
                            Messages.fanOut(sizes.members().getFirst(), 8), "deliveries/s", "last");
            case W4 -> messages(Messages.fixedRate(agents, sizes.rate()), "messages/s", "agent");
            case W7 ->
                    new Grown(
                            CALLERS + " callers of an action that are told the result",
                            compared("calls/s", "last"),
                            Growth::joinCalls);
            case W5, W6, W7N, GROWTH ->
                    throw new IllegalArgumentException(of + " is not measured by turns");
        };
    }

    private static Grown messages(Messages messages, String rate, String to) {
        return new Grown(messages.what(), compared(rate, to), messages::join);
    }

    private static List<String> compared(String rate, String to) {
        return List.of(COST, rate, "to " + to + " p50 ms", "to " + to + " p99 ms");
    }

    private static void joinCalls(Turns turns, Waybill server) throws Exception {
        turns.add(
                server,
                new ClosedLoad(Shape.toOne(CALLERS, 1, 1)),
                (_, load) -> server.calls(CALLERS, load.inFlight()),
                Turns.Counting.CALLS);
    }

    private static Result result(
            Bench bench, Workloads of, String growing, List<Waybill> servers, List<Integer> agents)
            throws Exception {
        System.err.println(of + " as it grows");
        List<Grown> all = agents.stream().map(count -> grown(of, count, bench.sizes())).toList();
        try (Turns turns = new Turns(bench.rounds(), bench.folder())) {
            for (int place = 0; place < servers.size(); place++) {
                all.get(place).joining().join(turns, servers.get(place));
            }
            String what = growing.equals(STORED_MORE) ? all.getFirst().what() + growing : growing;
            return result(of, what, all.getFirst().compared(), turns.rows());
        }
    }

    private static Result caughtUp(Bench bench, List<Waybill> servers) throws Exception {
        System.err.println(Workloads.W5 + " as it grows");
        CatchUp catchUp = new CatchUp(AMONG);
        return result(
                Workloads.W5,
                catchUp.what(bench) + STORED_MORE,
                List.of(COST, "deliveries/s"),
                catchUp.rows(bench, servers));
    }

    private static Result result(Workloads of, String what, List<String> compared, List<Row> rows) {
        return new Result(of + " growth", what, compared, Result.Ratio.EACH_TO_FIRST, rows);
    }
}
