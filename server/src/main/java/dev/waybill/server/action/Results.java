package dev.waybill.server.action;

import dev.waybill.protocol.action.ActionError;
import dev.waybill.protocol.action.ActionErrorCode;
import dev.waybill.protocol.id.ActionId;
import dev.waybill.protocol.id.InvocationId;
import dev.waybill.server.action.InvocationTable.End;
import dev.waybill.server.store.Tx;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import tools.jackson.databind.JsonNode;

/// Ends invocations: the first result counts, and the caller and the ledger hear of it.
final class Results {
    private final InvocationTable invocations;
    private final HostTable hosts;
    private final Departures departures;
    private final Told told;
    private final ActionLimits limits;

    Results(
            InvocationTable invocations,
            HostTable hosts,
            Departures departures,
            Told told,
            ActionLimits limits) {
        this.invocations = invocations;
        this.hosts = hosts;
        this.departures = departures;
        this.told = told;
        this.limits = limits;
    }

    /// False when it was settled before.
    boolean settle(Tx tx, KeptInvocation kept, Result given, Instant now) {
        Result result = bounded(given);
        long duration =
                Objects.requireNonNullElseGet(result.durationMs(), () -> duration(kept, now));
        if (!invocations.settle(tx, kept.id(), new End(result, now, duration))) {
            return false;
        }
        if (result.error() == null && kept.isRelease()) {
            leave(tx, kept);
        }
        told.settled(tx, kept, result, duration, now);
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

    /// Nothing happens to an agent that is gone already.
    private void leave(Tx tx, KeptInvocation kept) {
        JsonNode input = kept.invocation().input();
        hosts.agent(tx, kept.workspace(), BuiltIn.release(input).agent())
                .ifPresent(
                        agent ->
                                departures.leave(
                                        tx, kept.workspace(), agent, BuiltIn.removes(input)));
    }

    private Result bounded(Result result) {
        JsonNode output = result.output();
        return output == null || output.toString().length() <= limits.outputCharacters()
                ? result
                : Result.failed(
                        new ActionError(
                                ActionErrorCode.HANDLER_FAILED,
                                "output is longer than " + limits.outputCharacters(),
                                null,
                                false));
    }

    private static long duration(KeptInvocation kept, Instant now) {
        Instant start = kept.invocation().dispatchedAt();
        return Duration.between(start == null ? kept.invocation().createdAt() : start, now)
                .toMillis();
    }
}
