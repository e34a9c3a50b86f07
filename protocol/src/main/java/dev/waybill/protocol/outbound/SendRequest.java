package dev.waybill.protocol.outbound;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.annotation.JsonNaming;

/// Asks for the one operation that stands for plain text at a place, which is named as in [ActionsRequest]. The payload
/// holds the text; `kind` is what the sender calls it.
@JsonNaming(PropertyNamingStrategies.LowerCamelCaseStrategy.class)
public record SendRequest(
        @Nullable String sourceId,
        @Nullable DeliveryHandle deliveryHandle,
        @Nullable String provider,
        @Nullable String surface,
        @Nullable String targetRef,
        @Nullable String threadRef,
        @Nullable String replyMode,
        @Nullable String itemId,
        @Nullable String entryId,
        @Nullable String agentId,
        @Nullable String correlationId,
        @Nullable String idempotencyKey,
        @Nullable Boolean dryRun,
        @Nullable Integer waitMs,
        @Nullable String kind,
        @Nullable JsonNode payload) {
    public DeliveryTarget target() {
        return new DeliveryTarget(
                sourceId,
                deliveryHandle,
                provider,
                surface,
                targetRef,
                threadRef,
                replyMode,
                itemId,
                entryId);
    }

    public CallTerms terms() {
        return new CallTerms(agentId, correlationId, idempotencyKey, dryRun, waitMs);
    }
}
