package dev.waybill.server.action;

import dev.waybill.protocol.action.Action;
import dev.waybill.protocol.id.ActionId;
import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.NodeId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.server.action.ActionTable.Draft;
import dev.waybill.server.delivery.Signal;
import dev.waybill.server.delivery.Signals;
import dev.waybill.server.ledger.Ledger;
import dev.waybill.server.ledger.LedgerEntry;
import dev.waybill.server.store.Tx;
import dev.waybill.server.workspace.Caller;
import java.time.Instant;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/// What the ledger and callers are told of actions, results apart (`relay-wire` §4.3).
final class Notices {
    private final Ledger ledger;
    private final Signals signals;

    Notices(Ledger ledger, Signals signals) {
        this.ledger = ledger;
        this.signals = signals;
    }

    void registered(Tx tx, WorkspaceId workspace, Draft draft, ActionId id, Instant now) {
        ObjectNode payload = Json.emptyObject().put("action_name", draft.name());
        ledger.append(
                tx,
                workspace,
                new LedgerEntry(
                        "action.registered", null, draft.agent(), id.value(), payload, now));
    }

    void deleted(Tx tx, WorkspaceId workspace, Action action, Instant now) {
        ObjectNode payload = Json.emptyObject().put("action_name", action.name());
        ledger.append(
                tx,
                workspace,
                new LedgerEntry("action.deleted", null, null, action.id().value(), payload, now));
    }

    void invoked(Tx tx, KeptInvocation kept) {
        AgentId agent = kept.handlerAgent();
        NodeId node = kept.handlerNode();
        ObjectNode payload = Json.emptyObject();
        payload.put("invocation_id", kept.id().value());
        payload.put("action_name", kept.invocation().actionName());
        payload.put("caller_name", kept.invocation().callerName());
        // Strict clients want a text here, also where a node handles the action.
        payload.put("handler_agent_id", agent == null ? "" : agent.text());
        payload.put("handler_node_id", node == null ? null : node.value());
        ledger.append(
                tx,
                kept.workspace(),
                new LedgerEntry(
                        "action.invoked",
                        null,
                        kept.invocation().callerId(),
                        kept.id().value(),
                        payload,
                        kept.invocation().createdAt()));
    }

    /// A call that came to nothing; its caller is answered, and one that was denied is also told as clients expect it.
    void refused(Tx tx, Caller.Agent caller, KeptInvocation kept, Result result, Instant now) {
        ObjectNode data = result.event(kept, 0);
        ledger.append(
                tx,
                caller.workspace(),
                new LedgerEntry(result.type(), null, caller.agent(), kept.id().value(), data, now));
        if (result.type().equals(Result.DENIAL)) {
            signals.deliver(
                    tx,
                    List.of(caller.agent()),
                    new Signal("action_denied_" + kept.id().value(), result.type(), data));
        }
    }
}
