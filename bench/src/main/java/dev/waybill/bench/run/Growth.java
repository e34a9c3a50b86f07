package dev.waybill.bench.run;

import dev.waybill.bench.load.Result;
import dev.waybill.bench.waybill.Waybill;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// How the cost of a message grows: W1, W2 and W4 on servers that stored more and more before, and on servers with more
/// and more agents. The servers of one kind take turns, as contenders do.
final class Growth {
    private static final List<String> COMPARED =
            List.of("server µs each", "messages/s", "to agent p50 ms", "to agent p99 ms");

    /// What a message and all that belongs to it takes on the disk, with something to spare.
    private static final long BYTES_STORED = 5000;

    private Growth() {}

    static List<Result> stored(Bench bench) throws Exception {
        List<Long> sizes = bench.sizes().stored();
        long room = bench.folder().toFile().getUsableSpace();
        long needed = sizes.stream().mapToLong(Long::longValue).sum() * BYTES_STORED;
        if (needed > room) {
            throw new IllegalArgumentException(
                    "%,d MB may be needed for what is stored, and %,d MB are free"
                            .formatted(needed >> 20, room >> 20));
        }
        List<Waybill> servers = new ArrayList<>();
        try {
            for (long size : sizes) {
                Waybill server =
                        bench.party()
                                .waybill("%,d stored".formatted(size), bench.folder(), Map.of());
                servers.add(server);
                server.store(size);
            }
            int agents = 100;
            List<Result> results = new ArrayList<>();
            for (Messages workload : workloads(agents, bench.sizes().rate())) {
                results.add(
                        result(
                                bench,
                                workload.what() + ", with more and more stored",
                                servers,
                                servers.stream().map(_ -> workload).toList()));
            }
            return results;
        } finally {
            new Started(servers).close();
        }
    }

    static List<Result> agents(Bench bench) throws Exception {
        List<Integer> sizes = bench.sizes().agents();
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
            for (int place = 0; place < workloads(1, 1).size(); place++) {
                int which = place;
                results.add(
                        result(
                                bench,
                                "with more and more agents",
                                servers,
                                sizes.stream()
                                        .map(size -> workloads(size, bench.sizes().rate()))
                                        .map(all -> all.get(which))
                                        .toList()));
            }
            return results;
        } finally {
            new Started(servers).close();
        }
    }

    private static List<Messages> workloads(int agents, int rate) {
        return List.of(
                Messages.oneToOne(), Messages.manyToMany(agents), Messages.fixedRate(agents, rate));
    }

    private static Result result(
            Bench bench, String what, List<Waybill> servers, List<Messages> workloads)
            throws Exception {
        Messages first = workloads.getFirst();
        System.err.println(first.name() + " as it grows");
        try (Turns turns = new Turns(bench.rounds(), bench.folder())) {
            for (int place = 0; place < servers.size(); place++) {
                workloads.get(place).join(turns, servers.get(place));
            }
            return new Result(
                    first.name() + " growth",
                    what,
                    COMPARED,
                    Result.Ratio.EACH_TO_FIRST,
                    turns.rows());
        }
    }
}
