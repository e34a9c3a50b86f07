package dev.waybill.protocol.action;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Asks for an agent to be started on a node that has the program; further fields are passed on as they are.
public record SpawnAgent(
        String name,
        String cli,
        @Nullable String task,
        @Nullable String channel,
        @Nullable String persona,
        @Nullable String model,
        @Nullable String targetNode,
        @Nullable JsonNode metadata) {
    public SpawnAgent {
        Bounds.name("name", name);
        Bounds.name("cli", cli);
    }
}
