package dev.waybill.server.network;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.network.Kind;
import dev.waybill.protocol.network.api.DecisionCounts;
import dev.waybill.protocol.network.api.KindCounts;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Counts decisions since the server started: for the metrics, and for each workspace.
final class Tally {
    private static final String OTHER = "other";
    private static final Set<String> KINDS =
            Arrays.stream(Kind.values()).map(Kind::wire).collect(Collectors.toUnmodifiableSet());

    private final MeterRegistry metrics;
    private final Map<Cell, Count> cells = new ConcurrentHashMap<>();
    private final Map<WorkspaceId, LongAdder> flagged = new ConcurrentHashMap<>();
    private final Counter flags;
    private final Counter dropped;

    private record Cell(WorkspaceId workspace, String kind, Direction direction) {}

    /// Of one workspace, and of all.
    private record Count(LongAdder own, Counter all) {
        private void add() {
            own.increment();
            all.increment();
        }
    }

    Tally(MeterRegistry metrics) {
        this.metrics = metrics;
        this.flags = metrics.counter("waybill.network.flagged");
        this.dropped = metrics.counter("waybill.network.dropped");
    }

    void count(Decision decision) {
        Cell cell = new Cell(decision.workspace(), kind(decision.kind()), decision.direction());
        cells.computeIfAbsent(cell, this::counted).add();
    }

    private Count counted(Cell cell) {
        return new Count(
                new LongAdder(),
                metrics.counter(
                        "waybill.network.envelopes",
                        "direction",
                        cell.direction().wire(),
                        "kind",
                        cell.kind()));
    }

    /// A message looks as if it wants to steer who reads it.
    void flagged(WorkspaceId workspace) {
        flagged.computeIfAbsent(workspace, _ -> new LongAdder()).increment();
        flags.increment();
    }

    /// A message had to make room for a newer one.
    void dropped() {
        dropped.increment();
    }

    long flags(WorkspaceId workspace) {
        LongAdder count = flagged.get(workspace);
        return count == null ? 0 : count.sum();
    }

    List<KindCounts> kinds(WorkspaceId workspace) {
        return Arrays.stream(Kind.values())
                .map(Kind::wire)
                .map(kind -> kind(workspace, kind))
                .toList();
    }

    DecisionCounts all(WorkspaceId workspace) {
        return new DecisionCounts(
                sum(workspace, Direction.SENT),
                sum(workspace, Direction.RECEIVED),
                sum(workspace, Direction.REJECTED),
                sum(workspace, Direction.DELIVERED));
    }

    private KindCounts kind(WorkspaceId workspace, String kind) {
        return new KindCounts(
                kind,
                one(workspace, kind, Direction.SENT),
                one(workspace, kind, Direction.RECEIVED),
                one(workspace, kind, Direction.REJECTED),
                one(workspace, kind, Direction.DELIVERED));
    }

    private long sum(WorkspaceId workspace, Direction direction) {
        return cells.entrySet().stream()
                .filter(entry -> entry.getKey().workspace().equals(workspace))
                .filter(entry -> entry.getKey().direction() == direction)
                .mapToLong(entry -> entry.getValue().own().sum())
                .sum();
    }

    private long one(WorkspaceId workspace, String kind, Direction direction) {
        Count count = cells.get(new Cell(workspace, kind, direction));
        return count == null ? 0 : count.own().sum();
    }

    private static String kind(@Nullable String word) {
        return word != null && KINDS.contains(word) ? word : OTHER;
    }
}
