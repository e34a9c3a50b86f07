package dev.waybill.protocol.message;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Asks for a message in a channel.
public record NewMessage(
        String text,
        @Nullable List<JsonNode> blocks,
        @Nullable Map<String, JsonNode> data,
        @Nullable InjectionMode mode) {}
