package dev.waybill.protocol.action;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.workspace.AgentType;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Who called an action, as far as whoever handles it may judge by it.
public record ActionCaller(
        String type,
        AgentId id,
        String name,
        AgentType agentType,
        @Nullable JsonNode capabilities,
        JsonNode metadata) {
    public static final String AGENT = "agent";
}
