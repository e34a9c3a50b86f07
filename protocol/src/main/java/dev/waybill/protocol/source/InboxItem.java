package dev.waybill.protocol.source;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.waybill.protocol.outbound.DeliveryHandle;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.annotation.JsonNaming;

/// An event as one agent finds it.
@JsonNaming(PropertyNamingStrategies.LowerCamelCaseStrategy.class)
@JsonInclude(JsonInclude.Include.ALWAYS)
public record InboxItem(
        String itemId,
        String sourceId,
        String sourceNativeId,
        String eventVariant,
        String inboxId,
        Instant occurredAt,
        JsonNode metadata,
        JsonNode rawPayload,
        @Nullable JsonNode providerRawPayload,
        @Nullable DeliveryHandle deliveryHandle,
        @Nullable Instant ackedAt) {}
