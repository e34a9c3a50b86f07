package dev.waybill.protocol.workspace;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Changes an agent: what is left out stays, metadata is merged key by key.
public record AgentUpdate(
        @Nullable AgentStatus status,
        @Nullable String persona,
        @Nullable ObjectNode metadata,
        @Nullable JsonNode capabilities) {
    public AgentUpdate {
        if (status == AgentStatus.AWAY) {
            throw new IllegalArgumentException("'away' is not a status that can be set");
        }
        Limits.check("persona, metadata and capabilities", persona, metadata, capabilities);
    }
}
