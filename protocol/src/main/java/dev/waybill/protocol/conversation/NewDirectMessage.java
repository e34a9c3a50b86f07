package dev.waybill.protocol.conversation;

import dev.waybill.protocol.delivery.DeliveryMode;
import dev.waybill.protocol.delivery.DeliveryReason;
import dev.waybill.protocol.delivery.DeliveryTerms;
import dev.waybill.protocol.delivery.Priority;
import dev.waybill.protocol.message.InjectionMode;
import dev.waybill.protocol.message.NewMessage;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Asks for a message to one agent.
public record NewDirectMessage(
        String to,
        String text,
        @Nullable ArrayNode blocks,
        @Nullable ObjectNode data,
        @Nullable InjectionMode mode,
        @Nullable List<String> attachments,
        @Nullable String contentType,
        @Nullable String from,
        @Nullable DeliveryMode deliveryMode,
        @Nullable DeliveryReason reason,
        @Nullable Priority priority,
        @Nullable Instant deadline,
        @Nullable Long ttlMs,
        @Nullable ObjectNode deliveryMetadata) {
    public NewDirectMessage {
        if (to.isBlank()) {
            throw new IllegalArgumentException("to is blank");
        }
        NewMessage.check(text, attachments, contentType);
        DeliveryTerms.check(ttlMs, deliveryMetadata);
        attachments = attachments == null ? null : List.copyOf(attachments);
    }

    public NewMessage message() {
        return NewMessage.of(text, blocks, data, mode, attachments, contentType, from, terms());
    }

    /// How it is to be delivered.
    public DeliveryTerms terms() {
        return new DeliveryTerms(deliveryMode, reason, priority, deadline, ttlMs, deliveryMetadata);
    }
}
