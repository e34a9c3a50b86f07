package dev.waybill.protocol.message;

import dev.waybill.protocol.delivery.DeliveryMode;
import dev.waybill.protocol.delivery.DeliveryReason;
import dev.waybill.protocol.delivery.DeliveryTerms;
import dev.waybill.protocol.delivery.Priority;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Asks for a message. `from` names the agent a node speaks for.
public record NewMessage(
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
    private static final int MAX_ATTACHMENTS = 100;
    private static final int MAX_CONTENT_TYPE = 255;

    public NewMessage {
        check(text, attachments, contentType);
        DeliveryTerms.check(ttlMs, deliveryMetadata);
        attachments = attachments == null ? null : List.copyOf(attachments);
    }

    /// A message from an agent itself, without files.
    public NewMessage(
            String text,
            @Nullable ArrayNode blocks,
            @Nullable ObjectNode data,
            @Nullable InjectionMode mode) {
        this(text, blocks, data, mode, null, null, null, null, null, null, null, null, null);
    }

    /// A message that is delivered on those terms.
    public static NewMessage of(
            String text,
            @Nullable ArrayNode blocks,
            @Nullable ObjectNode data,
            @Nullable InjectionMode mode,
            @Nullable List<String> attachments,
            @Nullable String contentType,
            @Nullable String from,
            DeliveryTerms terms) {
        return new NewMessage(
                text,
                blocks,
                data,
                mode,
                attachments,
                contentType,
                from,
                terms.deliveryMode(),
                terms.reason(),
                terms.priority(),
                terms.deadline(),
                terms.ttlMs(),
                terms.deliveryMetadata());
    }

    /// How it is to be delivered.
    public DeliveryTerms terms() {
        return new DeliveryTerms(deliveryMode, reason, priority, deadline, ttlMs, deliveryMetadata);
    }

    /// Throws when a message cannot be made of this.
    public static void check(
            String text, @Nullable List<String> attachments, @Nullable String contentType) {
        if (text.isEmpty()) {
            throw new IllegalArgumentException("text is empty");
        }
        if (attachments != null && attachments.size() > MAX_ATTACHMENTS) {
            throw new IllegalArgumentException(
                    "attachments are more than " + MAX_ATTACHMENTS + ": " + attachments.size());
        }
        if (contentType != null && contentType.length() > MAX_CONTENT_TYPE) {
            throw new IllegalArgumentException(
                    "content_type is longer than " + MAX_CONTENT_TYPE + " characters");
        }
    }
}
