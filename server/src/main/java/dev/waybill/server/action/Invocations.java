package dev.waybill.server.action;

import dev.waybill.protocol.action.CompleteInvocation;
import dev.waybill.protocol.action.Invocation;
import dev.waybill.protocol.action.InvokeAck;
import dev.waybill.protocol.id.InvocationId;
import dev.waybill.protocol.id.NodeId;
import dev.waybill.server.action.Results.Result;
import dev.waybill.server.idempotency.Answered;
import dev.waybill.server.idempotency.Idempotency;
import dev.waybill.server.idempotency.RequestKey;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.Tx;
import dev.waybill.server.store.Work;
import dev.waybill.server.workspace.Caller;
import java.time.Instant;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Takes calls of actions and their results.
public final class Invocations {
    private final Ground ground;
    private final InvocationTable invocations;
    private final Orders orders;
    private final Whereabouts whereabouts;
    private final Courier courier;
    private final Results results;
    private final Notices notices;
    private final Idempotency idempotency;
    private final ActionLimits limits;

    Invocations(ActionSet.Workings workings, Idempotency idempotency) {
        this.ground = workings.ground();
        this.invocations = workings.invocations();
        this.orders = workings.orders();
        this.whereabouts = workings.whereabouts();
        this.courier = workings.courier();
        this.results = workings.results();
        this.notices = workings.notices();
        this.limits = workings.limits();
        this.idempotency = idempotency;
    }

    /// Keeps the invocation and sends it to its handler, who answers later. If the handler is away and the action does not
    /// wait for it, nothing is kept.
    public Answered invoke(
            Caller.Agent caller, String action, JsonNode input, @Nullable RequestKey key) {
        return tellingDenials(
                caller, action, tx -> once(tx, key, t -> orders.named(t, caller, action, input)));
    }

    /// The same for an action of one node, by the node's name or id.
    public Answered invokeOn(
            Caller.Agent caller,
            String node,
            String action,
            JsonNode input,
            @Nullable RequestKey key) {
        return tellingDenials(
                caller,
                action,
                tx -> once(tx, key, t -> orders.onNode(t, caller, node, action, input)));
    }

    /// Has an agent started on the node with most room, or on the one the input names.
    public Answered spawn(Caller caller, JsonNode input, @Nullable RequestKey key) {
        return ground.database()
                .write(tx -> once(tx, key, t -> orders.spawn(t, caller, BuiltIn.SPAWN, input)));
    }

    /// Has an agent stopped by the node that runs it; without such a node it is over at once.
    public Answered release(Caller caller, JsonNode input, @Nullable RequestKey key) {
        return ground.database().write(tx -> once(tx, key, t -> orders.release(t, caller, input)));
    }

    /// An agent sees those it called and those it handles.
    public Invocation find(Caller caller, String action, InvocationId id) {
        return ground.database()
                .read(tx -> invocations.find(tx, id))
                .filter(kept -> belongs(kept, caller, action) && concerns(kept, caller))
                .map(KeptInvocation::invocation)
                .orElseThrow(() -> unknown(id));
    }

    /// Takes the result from the agent that handles it, or from the workspace's owner on its behalf.
    public Invocation complete(
            Caller caller, String action, InvocationId id, CompleteInvocation result) {
        return ground.database()
                .write(
                        tx -> {
                            KeptInvocation kept =
                                    invocations
                                            .find(tx, id)
                                            .filter(found -> belongs(found, caller, action))
                                            .filter(found -> !isSettled(found))
                                            .orElseThrow(() -> unknown(id));
                            checkMayComplete(caller, kept);
                            results.settle(
                                    tx,
                                    kept,
                                    new Result(
                                            result.output(), result.error(), result.durationMs()),
                                    ground.clock().instant());
                            return kept(tx, id).invocation();
                        });
    }

    /// Takes the result from the node it was sent to; false when it is settled already, or was not sent there.
    public boolean result(NodeId node, String provider, InvocationId id, Outcome outcome) {
        return ground.database()
                .write(
                        tx ->
                                invocations
                                        .find(tx, id)
                                        .filter(kept -> wasSent(kept, node, provider))
                                        .filter(
                                                kept ->
                                                        results.settle(
                                                                tx,
                                                                kept,
                                                                Result.of(outcome),
                                                                ground.clock().instant()))
                                        .isPresent());
    }

    private Answered once(Tx tx, @Nullable RequestKey key, Function<Tx, Order> order) {
        return idempotency.once(tx, key, () -> place(tx, order.apply(tx)));
    }

    private InvokeAck place(Tx tx, Order order) {
        Spot spot =
                whereabouts.of(tx, order.caller().workspace(), order.handler(), order.actionName());
        switch (spot) {
            case Spot.Nowhere(var words) when !order.queued() ->
                    throw new Refusal(Reason.HANDLER_UNAVAILABLE, words);
            case Spot.Nowhere(var words) -> checkMayWait(tx, order, words);
            case Spot.Busy(var words) -> checkMayWait(tx, order, words);
            case Spot.ToAgent _, Spot.ToNode _, Spot.Here _ -> {}
        }
        Instant now = ground.clock().instant();
        KeptInvocation kept = order.kept(ground.invocationId(), now);
        invocations.insert(tx, kept);
        notices.invoked(tx, kept);
        courier.carry(tx, kept, spot, now);
        return kept(tx, kept.id()).ack();
    }

    private void checkMayWait(Tx tx, Order order, String words) {
        if (invocations.waiting(tx, order.handler()) >= limits.queue()) {
            throw new Refusal(
                    Reason.NODE_DISPATCH_UNAVAILABLE,
                    words + ", and " + limits.queue() + " invocations wait already");
        }
    }

    /// A denial undoes the call's transaction, so it is told in one of its own.
    private Answered tellingDenials(Caller.Agent caller, String action, Work<Tx, Answered> work) {
        try {
            return ground.database().write(work);
        } catch (Refusal refusal) {
            if (refusal.reason() == Reason.ACTION_DENIED) {
                ground.database()
                        .write(
                                tx -> {
                                    notices.denied(
                                            tx,
                                            caller,
                                            action,
                                            refusal.detail(),
                                            ground.invocationId().value(),
                                            ground.clock().instant());
                                    return true;
                                });
            }
            throw refusal;
        }
    }

    private KeptInvocation kept(Tx tx, InvocationId id) {
        return invocations
                .find(tx, id)
                .orElseThrow(() -> new IllegalStateException("invocation " + id + " is gone"));
    }

    private static void checkMayComplete(Caller caller, KeptInvocation kept) {
        if (kept.handlerAgent() == null) {
            throw new Refusal(
                    Reason.NODE_OWNED_INVOCATION,
                    "Invocation " + kept.id() + " is answered by its node");
        }
        if (caller instanceof Caller.Agent agent && !agent.agent().equals(kept.handlerAgent())) {
            throw new Refusal(
                    Reason.FORBIDDEN,
                    "Agent \"" + agent.name() + "\" does not handle invocation " + kept.id());
        }
    }

    private static boolean belongs(KeptInvocation kept, Caller caller, String action) {
        return kept.workspace().equals(caller.workspace())
                && kept.invocation().actionName().equals(action);
    }

    private static boolean concerns(KeptInvocation kept, Caller caller) {
        return switch (caller) {
            case Caller.Agent(var _, var agent, var _) ->
                    agent.equals(kept.invocation().callerId()) || agent.equals(kept.handlerAgent());
            case Caller.Owner _ -> true;
            case Caller.Node _, Caller.Observer _, Caller.Webhook _ -> false;
        };
    }

    private static boolean isSettled(KeptInvocation kept) {
        return kept.invocation().completedAt() != null;
    }

    private static boolean wasSent(KeptInvocation kept, NodeId node, String provider) {
        return node.equals(kept.invocation().dispatchedNodeId())
                && (kept.provider() == null || kept.provider().equals(provider));
    }

    private static Refusal unknown(InvocationId id) {
        return new Refusal(
                Reason.INVOCATION_NOT_FOUND, "Invocation \"" + id + "\" not found, or settled");
    }
}
