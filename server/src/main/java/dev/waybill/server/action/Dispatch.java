package dev.waybill.server.action;

import dev.waybill.protocol.action.ActionCaller;
import dev.waybill.protocol.action.ActionInvoke;
import dev.waybill.protocol.id.NodeId;
import dev.waybill.protocol.json.Json;
import dev.waybill.server.action.InvocationTable.Sent;
import dev.waybill.server.delivery.ContextUpdate;
import dev.waybill.server.delivery.Signals;
import dev.waybill.server.store.Tx;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Sends invocations to their handlers, once they are kept.
final class Dispatch {
    private final InvocationTable invocations;
    private final Handlers handlers;
    private final Signals signals;
    private final ActionLimits limits;
    private final Json json;

    Dispatch(
            InvocationTable invocations,
            Handlers handlers,
            Signals signals,
            ActionLimits limits,
            Json json) {
        this.invocations = invocations;
        this.handlers = handlers;
        this.signals = signals;
        this.limits = limits;
        this.json = json;
    }

    /// As an event that names the caller, which an `action.invoke` frame does not.
    void send(Tx tx, KeptInvocation kept, Spot.ToAgent spot, Instant now) {
        if (!sent(tx, kept, spot.node(), null, now)) {
            return;
        }
        signals.update(
                tx,
                List.of(spot.agent()),
                new ContextUpdate(
                        ContextUpdate.Topic.AGENT, "action.invoked", null, data(kept, spot)));
    }

    void send(Tx tx, KeptInvocation kept, Spot.ToNode spot, Instant now) {
        if (!sent(tx, kept, spot.node(), spot.provider(), now)) {
            return;
        }
        ActionInvoke invoke =
                new ActionInvoke(
                        kept.id(),
                        spot.action(),
                        spot.agent(),
                        spot.agentName(),
                        BuiltIn.forNode(kept.invocation().actionName(), kept.invocation().input()));
        tx.afterCommit(() -> handlers.invoke(spot.node(), spot.provider(), invoke));
    }

    /// False when it was settled meanwhile.
    private boolean sent(
            Tx tx, KeptInvocation kept, NodeId node, @Nullable String provider, Instant now) {
        Instant lostAt = now.plus(limits.redeliverAfter(kept.attempts()));
        return invocations.dispatched(tx, kept.id(), new Sent(node, provider, now, lostAt));
    }

    private ObjectNode data(KeptInvocation kept, Spot.ToAgent spot) {
        ObjectNode data = Json.emptyObject();
        data.put("invocation_id", kept.id().value());
        data.put("action_name", kept.invocation().actionName());
        data.put("caller_name", kept.invocation().callerName());
        data.put("handler_agent_id", spot.agent().text());
        data.put("handler_agent_name", spot.name());
        data.set("input", kept.invocation().input());
        ActionCaller caller = kept.invocation().caller();
        if (caller != null) {
            data.set("caller", json.toTree(caller));
        }
        return data;
    }
}
