package dev.waybill.bench.run;

import dev.waybill.bench.load.Result;
import dev.waybill.bench.peer.Peer;
import dev.waybill.bench.waybill.Invocations;
import dev.waybill.bench.waybill.NetworkIngress;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The workloads by their names.
enum Workloads {
    W1,
    W2,
    W3,
    W4,
    W5,
    W6,
    W7,
    W7N,
    GROWTH;

    /// A workload may consist of several, one after the other.
    List<Workload> parts(Sizes sizes) {
        return switch (this) {
            case W1 -> List.of(Messages.oneToOne());
            case W2 -> List.of(Messages.manyToMany(sizes.agents().getFirst()));
            case W3 -> sizes.members().stream().flatMap(Workloads::fanOuts).toList();
            case W4 -> List.of(Messages.fixedRate(sizes.agents().getFirst(), sizes.rate()));
            case W5 -> List.of(new CatchUp(1), new CatchUp(sizes.agents().getFirst()));
            case W6 -> List.of(new IdleSockets());
            case W7 -> List.of(Workloads::actions, Workloads::network);
            case W7N -> List.of(Workloads::network);
            case GROWTH -> List.of(Growth::stored, Growth::agents);
        };
    }

    /// Those that the words name, such as `W1..W4`; nothing when one of them names none.
    static Optional<Set<Workloads>> named(List<String> words) {
        if (words.isEmpty()) {
            return Optional.of(EnumSet.range(W1, W7));
        }
        Set<Workloads> named = new LinkedHashSet<>();
        for (String word : words) {
            String[] ends = word.split("\\.\\.", 2);
            Optional<Workloads> first = named(ends[0]);
            Optional<Workloads> last = named(ends[ends.length - 1]);
            if (first.isEmpty() || last.isEmpty() || first.get().compareTo(last.get()) > 0) {
                return Optional.empty();
            }
            named.addAll(EnumSet.range(first.get(), last.get()));
        }
        return Optional.of(named);
    }

    static String names() {
        return Arrays.stream(values()).map(Enum::name).collect(Collectors.joining(", "));
    }

    private static Stream<Workload> fanOuts(int members) {
        return Stream.of(Messages.fanOut(members, 1), Messages.fanOut(members, 8));
    }

    private static Optional<Workloads> named(String word) {
        return Arrays.stream(values())
                .filter(each -> each.name().equalsIgnoreCase(word))
                .findFirst();
    }

    private static List<Result> actions(Bench bench) throws Exception {
        return new Invocations("W7", bench.rounds())
                .run(bench.folder(), bench.party().build(Map.of()));
    }

    private static List<Result> network(Bench bench) throws Exception {
        if (!bench.party().has(Peer.NATS)) {
            return List.of();
        }
        return new NetworkIngress("W7n", bench.rounds(), bench.sizes().sessions())
                .run(bench.party().programs(), bench.folder(), bench.party().build(Map.of()));
    }
}
