package dev.waybill.server.provider;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The event that is answered.
public record Origin(
        String itemId, @Nullable String sourceId, JsonNode metadata, JsonNode payload) {}
