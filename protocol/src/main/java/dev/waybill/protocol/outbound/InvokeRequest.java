package dev.waybill.protocol.outbound;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.annotation.JsonNaming;

/// Asks for an operation at a place, which is named as in [ActionsRequest].
@JsonNaming(PropertyNamingStrategies.LowerCamelCaseStrategy.class)
public record InvokeRequest(
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
        @Nullable String operation,
        @Nullable JsonNode input) {
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
