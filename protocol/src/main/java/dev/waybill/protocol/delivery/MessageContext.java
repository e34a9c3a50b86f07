package dev.waybill.protocol.delivery;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.waybill.protocol.id.DeliveryId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Why a message comes, and how its recipient should treat it. The id is that of the delivery.
@JsonInclude(JsonInclude.Include.ALWAYS)
public record MessageContext(
        DeliveryId id,
        DeliveryMode mode,
        @Nullable String reason,
        Priority priority,
        @Nullable Instant deadline,
        @Nullable String idempotencyKey,
        JsonNode metadata) {}
