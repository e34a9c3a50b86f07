package dev.waybill.server.delivery;

import dev.waybill.protocol.delivery.Delivery;
import dev.waybill.protocol.delivery.DeliveryItem;
import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.ChannelId;
import dev.waybill.protocol.id.DeliveryId;
import dev.waybill.protocol.id.MessageId;
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

    /// A message that does not reach an agent; it has no delivery if it never got into the mailbox.
    record Loss(
            WorkspaceId workspace,
            ChannelId channel,
            MessageId message,
            AgentId sender,
            AgentId agent,
            String agentName,
            @Nullable DeliveryId delivery,
            long seq,
            String reason,
            String error) {}

    void accepted(
            Tx tx, WorkspaceId workspace, DeliveryItem item, Report.Accepted said, Instant now) {
        ObjectNode data = about(item.delivery(), said);
        data.put("retryable", said.mayComeAgain());
        record(tx, workspace, item, "delivery.accepted", data, now);
    }

    void delivered(
            Tx tx, WorkspaceId workspace, DeliveryItem item, Report.Delivered said, Instant now) {
        record(tx, workspace, item, "delivery.delivered", about(item.delivery(), said), now);
    }

    void deferred(
            Tx tx, WorkspaceId workspace, DeliveryItem item, Report.Deferred said, Instant now) {
        ObjectNode data = about(item.delivery(), said);
        data.put("available_at", Rfc3339.format(said.availableAt()));
        data.put("reason", said.reason());
        record(tx, workspace, item, "delivery.deferred", data, now);
    }

    /// The sender is told unless it comes again.
    void failed(
            Tx tx,
            WorkspaceId workspace,
            DeliveryItem item,
            Report.Failed said,
            @Nullable Instant again,
            Instant now) {
        ObjectNode data = about(item.delivery(), said);
        data.put("error", said.error());
        data.put("retryable", again != null);
        data.put("target_agent_id", item.delivery().agentId().text());
        data.put("seq", item.delivery().seq());
        data.put("reason", "failed");
        record(tx, workspace, item, "delivery.failed", data, now);
        if (again == null) {
            tellSender(tx, item.message().agentId(), item.delivery().id().value(), data);
        }
    }

    void lost(Tx tx, Loss loss, Instant now) {
        DeliveryId delivery = loss.delivery();
        ObjectNode data = Json.emptyObject();
        data.put("delivery_id", delivery == null ? null : delivery.value());
        data.put("message_id", loss.message().text());
        data.put("error", loss.error());
        data.put("retryable", false);
        data.put("target_agent_id", loss.agent().text());
        data.put("target_agent_name", loss.agentName());
        data.put("seq", loss.seq());
        data.put("reason", loss.reason());
        String subject = delivery == null ? loss.message().text() : delivery.value();
        ledger.append(
                tx,
                loss.workspace(),
                new LedgerEntry(
                        "delivery.failed", loss.channel(), loss.agent(), subject, data, now));
        tellSender(
                tx,
                loss.sender(),
                delivery == null ? loss.message() + "_" + loss.agent() : delivery.value(),
                data);
    }

    /// As a signal, which brokers take, and as an update, which SDK clients understand.
    private void tellSender(Tx tx, AgentId sender, String key, ObjectNode data) {
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

    private static ObjectNode about(Delivery delivery, Report said) {
        ObjectNode data = Json.emptyObject();
        data.put("delivery_id", delivery.id().value());
        data.put("message_id", delivery.messageId().text());
        ObjectNode metadata = said.metadata();
        if (metadata != null) {
            data.set("metadata", metadata);
        }
        return data;
    }
}
