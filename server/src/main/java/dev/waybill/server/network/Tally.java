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
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/// Counts decisions since the server started: for the metrics, and for each workspace.
final class Tally {
    private static final String OTHER = "other";

    private final MeterRegistry metrics;
    private final Map<Cell, LongAdder> cells = new ConcurrentHashMap<>();
    private final Map<WorkspaceId, LongAdder> flagged = new ConcurrentHashMap<>();
    private final Counter flags;
    private final Counter dropped;

    private record Cell(WorkspaceId workspace, String kind, Direction direction) {}

    Tally(MeterRegistry metrics) {
        this.metrics = metrics;
        this.flags = metrics.counter("waybill.network.flagged");
        this.dropped = metrics.counter("waybill.network.dropped");
    }

    void count(Decision decision) {
        String kind = kind(decision.kind());
        cells.computeIfAbsent(
                        new Cell(decision.workspace(), kind, decision.direction()),
                        _ -> new LongAdder())
                .increment();
        metrics.counter(
                        "waybill.network.envelopes",
                        "direction",
                        decision.direction().wire(),
                        "kind",
                        kind)
                .increment();
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
                .mapToLong(entry -> entry.getValue().sum())
                .sum();
    }

    private long one(WorkspaceId workspace, String kind, Direction direction) {
        LongAdder count = cells.get(new Cell(workspace, kind, direction));
        return count == null ? 0 : count.sum();
    }

    private static String kind(@Nullable String word) {
        return Arrays.stream(Kind.values())
                .map(Kind::wire)
                .filter(kind -> kind.equals(word))
                .findFirst()
                .orElse(OTHER);
    }
}
