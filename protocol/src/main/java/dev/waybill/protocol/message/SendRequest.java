package dev.waybill.protocol.message;

import dev.waybill.protocol.delivery.DeliveryMode;
import dev.waybill.protocol.delivery.DeliveryReason;
import dev.waybill.protocol.delivery.DeliveryTerms;
import dev.waybill.protocol.delivery.Priority;
import dev.waybill.protocol.id.MessageId;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Asks for a message and says in itself where it goes: exactly one of `channel`, `to`, `conversation_id` and `reply_to`.
public record SendRequest(
        @Nullable String channel,
        @Nullable String to,
        @Nullable String conversationId,
        @Nullable MessageId replyTo,
        String text,
        @Nullable ArrayNode blocks,
        @Nullable ObjectNode data,
        @Nullable InjectionMode mode,
        @Nullable List<String> attachments,
        @Nullable String contentType,
        @Nullable String from,
        @Nullable String idempotencyKey,
        @Nullable DeliveryMode deliveryMode,
        @Nullable DeliveryReason reason,
        @Nullable Priority priority,
        @Nullable Instant deadline,
        @Nullable Long ttlMs,
        @Nullable ObjectNode deliveryMetadata) {
    public SendRequest {
        NewMessage.check(text, attachments, contentType);
        DeliveryTerms.check(ttlMs, deliveryMetadata);
        attachments = attachments == null ? null : List.copyOf(attachments);
        long targets =
                Stream.of(channel, to, conversationId, replyTo).filter(Objects::nonNull).count();
        if (targets != 1) {
            throw new IllegalArgumentException(
                    "exactly one of channel, to, conversation_id and reply_to must be given");
        }
    }

    public NewMessage message() {
        return NewMessage.of(text, blocks, data, mode, attachments, contentType, from, terms());
    }

    /// How it is to be delivered.
    public DeliveryTerms terms() {
        return new DeliveryTerms(deliveryMode, reason, priority, deadline, ttlMs, deliveryMetadata);
    }
}
