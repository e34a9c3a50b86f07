package dev.waybill.protocol.outbound;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.annotation.JsonNaming;

/// One operation that was asked for, and what has become of it.
///
/// @param replayed whether this answers a request that was made before under the same key
/// @param attempts how often the provider was called for it
/// @param errorCode why it failed, or why it waits to be tried again
/// @param approval where somebody has to agree first
/// @param events what happened to it, where that was asked for
@JsonNaming(PropertyNamingStrategies.LowerCamelCaseStrategy.class)
public record DeliveryAttempt(
        String deliveryId,
        String provider,
        String surface,
        String targetRef,
        @JsonInclude(JsonInclude.Include.ALWAYS) @Nullable String threadRef,
        @JsonInclude(JsonInclude.Include.ALWAYS) @Nullable String replyMode,
        String kind,
        JsonNode payload,
        AttemptStatus status,
        Instant createdAt,
        @JsonInclude(JsonInclude.Include.ALWAYS) @Nullable String note,
        String operation,
        boolean canonical,
        @Nullable String itemId,
        @Nullable String entryId,
        @Nullable String sourceId,
        @Nullable String agentId,
        @Nullable String correlationId,
        @Nullable String idempotencyKey,
        boolean replayed,
        int attempts,
        Instant updatedAt,
        @Nullable Instant startedAt,
        @Nullable Instant completedAt,
        @Nullable Instant nextAttemptAt,
        @Nullable JsonNode result,
        @Nullable Integer providerStatus,
        @Nullable String providerRequestId,
        @Nullable String errorCode,
        @Nullable String error,
        @Nullable JsonNode details,
        @Nullable Boolean retryable,
        @Nullable Approval approval,
        @Nullable List<AttemptEvent> events) {
    public DeliveryAttempt {
        events = events == null ? null : List.copyOf(events);
    }
}
