package dev.waybill.protocol.workspace;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Asks for an agent in the caller's workspace.
public record NewAgent(
        String name,
        @Nullable AgentType type,
        @Nullable String persona,
        @Nullable ObjectNode metadata,
        @Nullable JsonNode capabilities) {
    public NewAgent {
        Names.check(name);
        Limits.check("persona, metadata and capabilities", persona, metadata, capabilities);
    }
}
