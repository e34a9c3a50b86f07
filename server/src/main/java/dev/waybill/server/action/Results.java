package dev.waybill.server.action;

import dev.waybill.protocol.action.InvocationStatus;
import dev.waybill.protocol.id.ActionId;
import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.InvocationId;
import dev.waybill.protocol.json.Json;
import dev.waybill.server.action.InvocationTable.End;
import dev.waybill.server.delivery.Signal;
import dev.waybill.server.delivery.Signals;
import dev.waybill.server.ledger.Ledger;
import dev.waybill.server.ledger.LedgerEntry;
import dev.waybill.server.store.Tx;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Ends invocations: the first result counts, and the caller and the ledger hear of it.
final class Results {
    private final InvocationTable invocations;
    private final Departures departures;
    private final Ledger ledger;
    private final Signals signals;
    private final ActionLimits limits;

    Results(
            InvocationTable invocations,
            Departures departures,
            Ledger ledger,
            Signals signals,
            ActionLimits limits) {
        this.invocations = invocations;
        this.departures = departures;
        this.ledger = ledger;
        this.signals = signals;
        this.limits = limits;
    }

    /// What came out, and how long it took if the handler says so.
    record Result(@Nullable JsonNode output, @Nullable String error, @Nullable Long durationMs) {
        static Result of(Outcome outcome) {
            return switch (outcome) {
                case Outcome.Output(var output) -> new Result(output, null, null);
                case Outcome.Failure(var error) -> new Result(null, error, null);
            };
        }

        static Result failed(String error) {
            return new Result(null, error, null);
        }
    }

    /// False when it was settled before.
    boolean settle(Tx tx, KeptInvocation kept, Result given, Instant now) {
        Result result = bounded(given);
        boolean failed = result.error() != null;
        End end =
                new End(
                        failed ? InvocationStatus.FAILED : InvocationStatus.COMPLETED,
                        text(result.output()),
                        result.error(),
                        now,
                        Objects.requireNonNullElseGet(
                                result.durationMs(), () -> duration(kept, now)));
        if (!invocations.settle(tx, kept.id(), end)) {
            return false;
        }
        if (!failed && kept.isRelease()) {
            JsonNode input = kept.invocation().input();
            departures.leave(
                    tx,
                    kept.workspace(),
                    BuiltIn.release(input).agent(),
                    BuiltIn.removes(input),
                    now);
        }
        tell(tx, kept, end.status(), result, now);
        return true;
    }

    /// Fails everything that is still to be done for the action.
    void failOpen(Tx tx, ActionId action, String error, Instant now) {
        List<InvocationId> open = invocations.openOf(tx, action);
        while (!open.isEmpty()) {
            for (InvocationId id : open) {
                invocations
                        .find(tx, id)
                        .ifPresent(kept -> settle(tx, kept, Result.failed(error), now));
            }
            open = invocations.openOf(tx, action);
        }
    }

    private void tell(
            Tx tx, KeptInvocation kept, InvocationStatus status, Result result, Instant now) {
        String type = "action." + status.wire();
        ObjectNode data = Json.emptyObject();
        data.put("invocation_id", kept.id().value());
        data.put("action_name", kept.invocation().actionName());
        data.put("status", status.wire());
        data.set("output", result.output());
        data.put("error", result.error());
        AgentId caller = kept.invocation().callerId();
        ledger.append(
                tx,
                kept.workspace(),
                new LedgerEntry(type, null, caller, kept.id().value(), data, now));
        if (caller != null) {
            signals.deliver(
                    tx, List.of(caller), new Signal("action_" + kept.id().value(), type, data));
        }
    }

    private Result bounded(Result result) {
        String output = text(result.output());
        return output == null || output.length() <= limits.outputCharacters()
                ? result
                : Result.failed("output is longer than " + limits.outputCharacters());
    }

    private static @Nullable String text(@Nullable JsonNode output) {
        return output == null || output.isNull() ? null : output.toString();
    }

    private static long duration(KeptInvocation kept, Instant now) {
        Instant start = kept.invocation().dispatchedAt();
        return Duration.between(start == null ? kept.invocation().createdAt() : start, now)
                .toMillis();
    }
}
