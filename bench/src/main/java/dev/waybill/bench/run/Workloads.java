package dev.waybill.bench.run;

import dev.waybill.bench.load.Result;
import dev.waybill.bench.peer.Peer;
import dev.waybill.bench.waybill.Invocations;
import dev.waybill.bench.waybill.NetworkIngress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// The workloads by their names.
enum Workloads {
    W1(_ -> List.of(Messages.oneToOne())),
    W2(sizes -> List.of(Messages.manyToMany(sizes.agents().getFirst()))),
    W3(
            _ ->
                    List.of(
                            Messages.fanOut(100, 1),
                            Messages.fanOut(100, 8),
                            Messages.fanOut(1000, 1),
                            Messages.fanOut(1000, 8))),
    W4(sizes -> List.of(Messages.fixedRate(sizes.agents().getFirst(), sizes.rate()))),
    W5(_ -> List.of(new CatchUp(1), new CatchUp(100))),
    W6(_ -> List.of(new IdleSockets())),
    W7(_ -> List.of(Workloads::actions, Workloads::network)),
    W7N(_ -> List.of(Workloads::network)),
    GROWTH(_ -> List.of(new Growth()));

    private static final Set<Workloads> ALL = Set.of(W1, W2, W3, W4, W5, W6, W7);

    private final Parts parts;

    Workloads(Parts parts) {
        this.parts = parts;
    }

    private interface Parts {
        List<Workload> of(Sizes sizes);
    }

    List<Workload> parts(Sizes sizes) {
        return parts.of(sizes);
    }

    /// Those that the words name, such as `W1..W4`; nothing when one of them names none.
    static Optional<Set<Workloads>> named(List<String> words) {
        if (words.isEmpty()) {
            return Optional.of(inOrder(ALL));
        }
        Set<Workloads> named = new LinkedHashSet<>();
        for (String word : words) {
            String[] ends = word.split("\\.\\.", 2);
            Optional<Workloads> first = named(ends[0]);
            Optional<Workloads> last = named(ends[ends.length - 1]);
            if (first.isEmpty() || last.isEmpty()) {
                return Optional.empty();
            }
            List<Workloads> between = List.of(values());
            named.addAll(between.subList(first.get().ordinal(), last.get().ordinal() + 1));
        }
        return Optional.of(named);
    }

    static String names() {
        return Arrays.stream(values()).map(Enum::name).collect(Collectors.joining(", "));
    }

    private static Optional<Workloads> named(String word) {
        return Arrays.stream(values())
                .filter(each -> each.name().equalsIgnoreCase(word))
                .findFirst();
    }

    private static Set<Workloads> inOrder(Set<Workloads> some) {
        return new LinkedHashSet<>(
                new ArrayList<>(List.of(values())).stream().filter(some::contains).toList());
    }

    private static List<Result> actions(Bench bench) throws Exception {
        return new Invocations("W7", bench.rounds())
                .run(bench.folder(), bench.party().build(Map.of()));
    }

    private static List<Result> network(Bench bench) throws Exception {
        if (!bench.party().has(Peer.NATS)) {
            return List.of();
        }
        return new NetworkIngress("W7n", bench.rounds())
                .run(bench.party().programs(), bench.folder(), bench.party().build(Map.of()));
    }
}
