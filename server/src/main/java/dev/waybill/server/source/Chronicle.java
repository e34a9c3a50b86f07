package dev.waybill.server.source;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.server.ledger.Ledger;
import dev.waybill.server.ledger.LedgerEntry;
import dev.waybill.server.store.Tx;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Puts on record what becomes of sources, subscriptions and items: names only, never what an event says.
final class Chronicle {
    private final Ledger ledger;

    Chronicle(Ledger ledger) {
        this.ledger = ledger;
    }

    void source(Tx tx, KeptSource source, String what, Instant now) {
        ObjectNode data = Json.emptyObject();
        data.put("source_id", source.id());
        data.put("source_type", source.type().wire());
        write(tx, source.workspace(), null, "source." + what, source.id(), data, now);
    }

    void host(Tx tx, WorkspaceId workspace, String id, String type, Instant now) {
        ObjectNode data = Json.emptyObject();
        data.put("host_id", id);
        data.put("host_type", type);
        write(tx, workspace, null, "source.host_created", id, data, now);
    }

    void received(Tx tx, KeptSource source, KeptEvent event, Instant now) {
        ObjectNode data = Json.emptyObject();
        data.put("source_id", source.id());
        data.put("event_id", event.id());
        data.put("offset", event.seq());
        write(tx, source.workspace(), null, "event.received", event.id(), data, now);
    }

    void subscription(Tx tx, KeptSubscription subscription, String what, Instant now) {
        ObjectNode data = Json.emptyObject();
        data.put("subscription_id", subscription.id());
        data.put("source_id", subscription.sourceId());
        write(
                tx,
                subscription.workspace(),
                subscription.agent(),
                "source.subscription_" + what,
                subscription.id(),
                data,
                now);
    }

    void item(Tx tx, KeptItem item, Instant now) {
        ObjectNode data = Json.emptyObject();
        data.put("item_id", item.id());
        data.put("source_id", item.sourceId());
        write(tx, item.workspace(), item.agent(), "item.created", item.id(), data, now);
    }

    void entry(Tx tx, KeptEntry entry, String what, Instant now) {
        ObjectNode data = Json.emptyObject();
        data.put("entry_id", entry.id());
        data.put("count", entry.count());
        write(tx, entry.workspace(), entry.agent(), "item." + what, entry.id(), data, now);
    }

    void lost(Tx tx, WorkspaceId workspace, AgentId agent, String id, String reason, Instant now) {
        ObjectNode data = Json.emptyObject();
        data.put(id.startsWith("itm_") ? "item_id" : "entry_id", id);
        data.put("reason", reason);
        write(tx, workspace, agent, "item.lost", id, data, now);
    }

    /// Events that were forgotten before the subscription has read them.
    void gap(Tx tx, KeptSubscription subscription, long from, long upTo, Instant now) {
        ObjectNode data = Json.emptyObject();
        data.put("subscription_id", subscription.id());
        data.put("source_id", subscription.sourceId());
        data.put("from", from);
        data.put("up_to", upTo);
        write(
                tx,
                subscription.workspace(),
                subscription.agent(),
                "source.subscription_gap",
                subscription.id(),
                data,
                now);
    }

    void inbox(Tx tx, WorkspaceId workspace, AgentId agent, Instant now) {
        write(
                tx,
                workspace,
                agent,
                "item.policy_changed",
                Inbox.idOf(agent),
                Json.emptyObject(),
                now);
    }

    private void write(
            Tx tx,
            WorkspaceId workspace,
            @Nullable AgentId agent,
            String type,
            String subject,
            ObjectNode data,
            Instant now) {
        ledger.append(tx, workspace, new LedgerEntry(type, null, agent, subject, data, now));
    }
}
