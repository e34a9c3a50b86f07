package dev.waybill.server.delivery;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.json.Json;
import dev.waybill.server.ledger.Ledger;
import dev.waybill.server.ledger.LedgerEntry;
import dev.waybill.server.store.Tx;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Tells senders and the ledger what could not be delivered.
final class Failures {
    private final Signals signals;
    private final Ledger ledger;

    Failures(Signals signals, Ledger ledger) {
        this.signals = signals;
        this.ledger = ledger;
    }

    /// One delivery that failed for good; it has no id if the mailbox was full.
    record Failure(
            PostedMessage message,
            Recipient recipient,
            @Nullable String deliveryId,
            String reason,
            String error) {}

    void tell(Tx tx, Failure failure, Instant now) {
        PostedMessage message = failure.message();
        ObjectNode data = data(failure);
        ledger.append(
                tx,
                message.workspace(),
                new LedgerEntry(
                        "delivery.failed",
                        message.room().id(),
                        failure.recipient().agent(),
                        message.id().text(),
                        data,
                        now));
        List<AgentId> sender = List.of(message.sender());
        // Brokers take the one, SDK clients understand the other.
        signals.deliver(
                tx,
                sender,
                new Signal(
                        "delivery_failed_" + message.id() + "_" + failure.recipient().agent(),
                        "delivery.failed",
                        data));
        signals.update(
                tx,
                sender,
                new ContextUpdate(ContextUpdate.Topic.AGENT, "delivery.failed", null, data));
    }

    private static ObjectNode data(Failure failure) {
        ObjectNode data = Json.emptyObject();
        data.put("delivery_id", failure.deliveryId());
        data.put("message_id", failure.message().id().text());
        data.put("error", failure.error());
        data.put("retryable", false);
        data.put("target_agent_id", failure.recipient().agent().text());
        data.put("target_agent_name", failure.recipient().name());
        data.put("seq", failure.recipient().seq());
        data.put("reason", failure.reason());
        return data;
    }
}
