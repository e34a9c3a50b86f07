package dev.waybill.protocol.source;

import dev.waybill.protocol.outbound.DeliveryHandle;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.annotation.JsonNaming;
import tools.jackson.databind.node.ObjectNode;

/// Something that happened, told by whoever posts it.
@JsonNaming(PropertyNamingStrategies.LowerCamelCaseStrategy.class)
public record PostedEvent(
        String sourceNativeId,
        String eventVariant,
        @Nullable Instant occurredAt,
        @Nullable ObjectNode metadata,
        @Nullable ObjectNode rawPayload,
        @Nullable ObjectNode providerRawPayload,
        @Nullable DeliveryHandle deliveryHandle) {}
