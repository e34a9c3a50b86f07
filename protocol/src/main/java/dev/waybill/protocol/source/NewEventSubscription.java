package dev.waybill.protocol.source;

import dev.waybill.protocol.delivery.DeliveryMode;
import dev.waybill.protocol.delivery.Priority;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.annotation.JsonNaming;

/// Asks that an agent gets the events of a source that match.
@JsonNaming(PropertyNamingStrategies.LowerCamelCaseStrategy.class)
public record NewEventSubscription(
        String agentId,
        String sourceId,
        @Nullable Shortcut shortcut,
        @Nullable JsonNode filter,
        @Nullable String trackedResourceRef,
        @Nullable CleanupPolicy cleanupPolicy,
        @Nullable String startPolicy,
        @Nullable Long startOffset,
        @Nullable Instant startTime,
        @Nullable DeliveryMode deliveryMode,
        @Nullable Priority priority,
        @Nullable Boolean includeOwn) {}
