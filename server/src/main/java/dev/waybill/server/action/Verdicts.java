package dev.waybill.server.action;

import dev.waybill.protocol.action.InvocationStatus;
import dev.waybill.protocol.id.NodeId;
import dev.waybill.server.store.ReadTx;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Decides about open invocations (`relay-wire` §6.4). One that was sent is sent again only when the connection that got it
/// is gone: while it stands, its handler may simply be slow.
final class Verdicts {
    private static final Verdict LEAVE = new Verdict.Leave();

    private final Whereabouts whereabouts;
    private final Handlers handlers;
    private final ActionLimits limits;

    Verdicts(Whereabouts whereabouts, Handlers handlers, ActionLimits limits) {
        this.whereabouts = whereabouts;
        this.handlers = handlers;
        this.limits = limits;
    }

    Verdict of(ReadTx tx, KeptInvocation kept, Glance glance, Instant now) {
        if (kept.invocation().completedAt() != null) {
            return LEAVE;
        }
        boolean pending = kept.invocation().status() == InvocationStatus.PENDING;
        if (!pending && isHeld(kept)) {
            return LEAVE;
        }
        boolean due =
                switch (glance) {
                    case SWEEP -> false;
                    case ARRIVAL -> pending;
                    case ARRIVAL_OF_ONE_THAT_REMEMBERS -> true;
                };
        if (!due && !hasPassed(kept.nextAttemptAt(), Duration.ZERO, now)) {
            return LEAVE;
        }
        return moved(tx, kept, now);
    }

    /// The same for one that its handler is known not to have.
    Verdict moved(ReadTx tx, KeptInvocation kept, Instant now) {
        Spot spot =
                whereabouts.of(
                        tx, kept.workspace(), kept.handler(), kept.invocation().actionName());
        return spot instanceof Spot.Nowhere nowhere
                ? stranded(kept, nowhere, now)
                : new Verdict.Go(spot);
    }

    private Verdict stranded(KeptInvocation kept, Spot.Nowhere spot, Instant now) {
        if (hasPassed(kept.invocation().createdAt(), limits.pending(), now)) {
            return new Verdict.Fail(
                    kept.attempts() == 0 ? "never_dispatched_expired" : "handler_unavailable");
        }
        Instant since = kept.unreachableSince();
        if (since == null) {
            return new Verdict.Wait(spot);
        }
        return !kept.queued() && hasPassed(since, limits.unreachable(), now)
                ? new Verdict.Fail("handler_unavailable")
                : LEAVE;
    }

    /// Whether the connection over which it was sent still stands.
    private boolean isHeld(KeptInvocation kept) {
        Instant sent = kept.invocation().dispatchedAt();
        return sent != null && since(kept).filter(open -> !open.isAfter(sent)).isPresent();
    }

    private Optional<Instant> since(KeptInvocation kept) {
        NodeId node = kept.invocation().dispatchedNodeId();
        if (node == null) {
            return Optional.empty();
        }
        if (kept.handlerAgent() == null) {
            return handlers.node(node, kept.provider() == null ? Handler.DEFAULT : kept.provider());
        }
        return switch (handlers.agent(kept.handlerAgent())) {
            case Reach.Direct(var since) when kept.provider() == null -> Optional.of(since);
            case Reach.Hosted(var host, var _, var since) when host.equals(node) ->
                    Optional.of(since);
            case Reach.Direct _, Reach.Hosted _, Reach.Absent _ -> Optional.empty();
        };
    }

    private static boolean hasPassed(@Nullable Instant start, Duration time, Instant now) {
        return start == null || !start.plus(time).isAfter(now);
    }
}
