package dev.waybill.server.action;

import dev.waybill.server.store.Tx;
import java.time.Instant;

/// Takes an invocation where it can go, or lets it wait.
final class Courier {
    private final InvocationTable invocations;
    private final Dispatch dispatch;
    private final Results results;
    private final ActionLimits limits;

    Courier(InvocationTable invocations, Dispatch dispatch, Results results, ActionLimits limits) {
        this.invocations = invocations;
        this.dispatch = dispatch;
        this.results = results;
        this.limits = limits;
    }

    void carry(Tx tx, KeptInvocation kept, Spot spot, Instant now) {
        switch (spot) {
            case Spot.ToAgent toAgent -> dispatch.send(tx, kept, toAgent, now);
            case Spot.ToNode toNode -> dispatch.send(tx, kept, toNode, now);
            case Spot.Here(var output) -> results.settle(tx, kept, Result.of(output), now);
            case Spot.Busy _, Spot.Nowhere _ ->
                    invocations.waiting(
                            tx, kept.id(), now.plus(limits.retryAfter(kept.attempts())), now);
        }
    }
}
