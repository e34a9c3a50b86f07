package dev.waybill.server.source;

import dev.waybill.protocol.outbound.DeliveryHandle;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Something that happened, as its source tells it. The same native id and variant are the same event.
///
/// @param metadata the few facts that filters and people look at
/// @param raw what the source's own words come down to
/// @param providerRaw all of the source's words, where they are kept
/// @param handle where an answer would go
public record NewEvent(
        String nativeId,
        String variant,
        @Nullable Instant occurredAt,
        JsonNode metadata,
        JsonNode raw,
        @Nullable JsonNode providerRaw,
        @Nullable DeliveryHandle handle) {}
