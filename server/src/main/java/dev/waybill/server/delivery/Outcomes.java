package dev.waybill.server.delivery;

import dev.waybill.protocol.delivery.DeferredDelivery;
import dev.waybill.protocol.delivery.Delivery;
import dev.waybill.protocol.delivery.DeliveryItem;
import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.time.Rfc3339;
import dev.waybill.server.ledger.Ledger;
import dev.waybill.server.ledger.LedgerEntry;
import dev.waybill.server.store.Tx;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Puts on record what became of a delivery, and tells those it concerns.
public final class Outcomes {
    private final Signals signals;
    private final Ledger ledger;

    public Outcomes(Signals signals, Ledger ledger) {
        this.signals = signals;
        this.ledger = ledger;
    }

    /// Somebody has taken it over and will say later what became of it.
    void accepted(Tx tx, WorkspaceId workspace, DeliveryItem item, Instant now) {
        ObjectNode data = about(item.delivery());
        data.put("channel_id", item.delivery().channelId().text());
        data.put("reason", item.delivery().reason());
        record(tx, workspace, item, "delivery.accepted", data, now);
    }

    void delivered(Tx tx, WorkspaceId workspace, DeliveryItem item, Instant now) {
        record(tx, workspace, item, "delivery.delivered", about(item.delivery()), now);
    }

    void deferred(
            Tx tx,
            WorkspaceId workspace,
            DeliveryItem item,
            DeferredDelivery deferred,
            Instant now) {
        ObjectNode data = about(item.delivery());
        data.put("available_at", Rfc3339.format(deferred.availableAt()));
        data.put("reason", deferred.reason());
        record(tx, workspace, item, "delivery.deferred", data, now);
    }

    /// The sender is told unless it comes again.
    void failed(
            Tx tx,
            WorkspaceId workspace,
            DeliveryItem item,
            @Nullable String error,
            @Nullable Instant again,
            Instant now) {
        ObjectNode data = about(item.delivery());
        data.put("error", error);
        data.put("retryable", again != null);
        data.put("target_agent_id", item.delivery().agentId().text());
        data.put("seq", item.delivery().seq());
        data.put("reason", "failed");
        record(tx, workspace, item, "delivery.failed", data, now);
        if (again == null) {
            tellSender(tx, item.message().agentId(), item.delivery().id().value(), data);
        }
    }

    /// As a signal, which brokers take, and as an update, which SDK clients understand.
    void tellSender(Tx tx, AgentId sender, String key, ObjectNode data) {
        signals.deliver(
                tx, List.of(sender), new Signal("delivery_failed_" + key, "delivery.failed", data));
        tell(tx, sender, "delivery.failed", data);
    }

    private void record(
            Tx tx,
            WorkspaceId workspace,
            DeliveryItem item,
            String type,
            ObjectNode data,
            Instant now) {
        Delivery delivery = item.delivery();
        ledger.append(
                tx,
                workspace,
                new LedgerEntry(
                        type,
                        delivery.channelId(),
                        delivery.agentId(),
                        delivery.id().value(),
                        data,
                        now));
        tell(tx, delivery.agentId(), type, data);
    }

    private void tell(Tx tx, AgentId agent, String type, ObjectNode data) {
        signals.update(
                tx, List.of(agent), new ContextUpdate(ContextUpdate.Topic.AGENT, type, null, data));
    }

    private static ObjectNode about(Delivery delivery) {
        ObjectNode data = Json.emptyObject();
        data.put("delivery_id", delivery.id().value());
        data.put("message_id", delivery.messageId().text());
        return data;
    }
}
