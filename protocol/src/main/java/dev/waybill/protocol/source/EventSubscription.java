package dev.waybill.protocol.source;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.waybill.protocol.delivery.DeliveryMode;
import dev.waybill.protocol.delivery.Priority;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.annotation.JsonNaming;

/// Who gets which events of a source, and how that goes.
@JsonNaming(PropertyNamingStrategies.LowerCamelCaseStrategy.class)
@JsonInclude(JsonInclude.Include.ALWAYS)
public record EventSubscription(
        String subscriptionId,
        String agentId,
        String sourceId,
        JsonNode filter,
        @Nullable String trackedResourceRef,
        CleanupPolicy cleanupPolicy,
        String startPolicy,
        @Nullable Long startOffset,
        @Nullable Instant startTime,
        @Nullable DeliveryMode deliveryMode,
        @Nullable Priority priority,
        boolean includeOwn,
        @Nullable Instant retireAt,
        @Nullable String lastError,
        Instant createdAt) {}
