package dev.waybill.server.source;

import dev.waybill.protocol.outbound.DeliveryHandle;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// An event as it is kept, with its number at its source.
///
/// @param own whether it is the echo of something that was done from here
record KeptEvent(
        String sourceId,
        long seq,
        String id,
        String nativeId,
        String variant,
        Instant occurredAt,
        boolean own,
        JsonNode metadata,
        JsonNode payload,
        @Nullable JsonNode providerPayload,
        @Nullable DeliveryHandle handle) {}
