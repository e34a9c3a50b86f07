package dev.waybill.protocol.workspace;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Asks for an agent in the caller's workspace.
public record NewAgent(
        String name,
        @Nullable AgentType type,
        @Nullable String persona,
        @Nullable Map<String, JsonNode> metadata,
        @Nullable JsonNode capabilities) {}
