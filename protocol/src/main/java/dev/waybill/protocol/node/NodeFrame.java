package dev.waybill.protocol.node;

import dev.waybill.protocol.delivery.DeliveryMode;
import dev.waybill.protocol.delivery.DeliveryReason;
import dev.waybill.protocol.delivery.DeliveryTerms;
import dev.waybill.protocol.delivery.NewReceipt;
import dev.waybill.protocol.delivery.Priority;
import dev.waybill.protocol.delivery.ReceiptStatus;
import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.MessageId;
import dev.waybill.protocol.message.AnswerForm;
import dev.waybill.protocol.message.InjectionMode;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Any frame a node may send, with the fields of all of them; what a type does not use is ignored, as is what nobody
/// knows. Older and newer nodes differ, so more is taken than is sent.
public record NodeFrame(
        String type,
        @Nullable String id,
        @Nullable String name,
        @Nullable String nodeId,
        @Nullable ProviderName provider,
        @Nullable JsonNode capabilities,
        @Nullable Integer maxAgents,
        @Nullable List<String> tags,
        @Nullable String version,
        @Nullable Double load,
        @Nullable Integer activeAgents,
        @Nullable Boolean handlersLive,
        @Nullable AgentId agentId,
        @Nullable String agent,
        @Nullable Long upToSeq,
        @Nullable String invocationId,
        @Nullable String sessionRef,
        @Nullable JsonNode output,
        @Nullable String error,
        @Nullable List<ClaimedAgent> agents,
        @Nullable ObjectNode input,
        @Nullable String from,
        @Nullable String channel,
        @Nullable String to,
        @Nullable String conversationId,
        @Nullable MessageId replyTo,
        @Nullable String text,
        @Nullable ArrayNode blocks,
        @Nullable ObjectNode data,
        @Nullable List<String> attachments,
        @Nullable InjectionMode mode,
        @Nullable String idempotencyKey,
        @Nullable DeliveryMode deliveryMode,
        @Nullable String reason,
        @Nullable JsonNode priority,
        @Nullable Instant deadline,
        @Nullable Long ttlMs,
        @Nullable ObjectNode deliveryMetadata,
        @Nullable String deliveryId,
        @Nullable JsonNode status,
        @Nullable Boolean retryable,
        @Nullable Instant availableAt,
        @Nullable JsonNode metadata,
        @Nullable AnswerForm answer) {
    public NodeFrame {
        requireNoNull("tags", tags);
        requireNoNull("agents", agents);
        requireNoNull("attachments", attachments);
        requireNotNegative("max_agents", maxAgents);
        requireNotNegative("active_agents", activeAgents);
        if (load != null && !Double.isFinite(load)) {
            throw new IllegalArgumentException("load is too large");
        }
    }

    private static void requireNotNegative(String name, @Nullable Integer number) {
        if (number != null && number < 0) {
            throw new IllegalArgumentException(name + " is negative: " + number);
        }
    }

    /// How a message is to be delivered.
    public DeliveryTerms terms() {
        return new DeliveryTerms(
                deliveryMode,
                reason == null ? null : DeliveryReason.of(reason),
                priority == null ? null : Priority.of(word("priority", priority)),
                deadline,
                ttlMs,
                deliveryMetadata);
    }

    /// What became of the delivery that the frame names.
    public NewReceipt receipt() {
        if (status == null) {
            throw new IllegalArgumentException("status is missing");
        }
        if (metadata != null && !metadata.isObject()) {
            throw new IllegalArgumentException("metadata is not an object");
        }
        return new NewReceipt(
                ReceiptStatus.of(word("status", status)),
                retryable,
                availableAt,
                reason,
                (ObjectNode) metadata);
    }

    private static String word(String name, JsonNode value) {
        if (!value.isString()) {
            throw new IllegalArgumentException(name + " is not a string");
        }
        return value.asString();
    }

    private static void requireNoNull(String name, @Nullable List<?> list) {
        if (list != null && list.stream().anyMatch(Objects::isNull)) {
            throw new IllegalArgumentException(name + " holds a null");
        }
    }
}
