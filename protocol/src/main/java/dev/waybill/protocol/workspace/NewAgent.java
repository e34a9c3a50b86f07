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
    private static final int MAX_PROFILE = 64 << 10;

    public NewAgent {
        Names.check(name);
        int size = length(persona) + length(metadata) + length(capabilities);
        if (size > MAX_PROFILE) {
            throw new IllegalArgumentException(
                    "persona, metadata and capabilities are longer than "
                            + MAX_PROFILE
                            + " characters together");
        }
    }

    private static int length(@Nullable Object value) {
        return value == null ? 0 : value.toString().length();
    }
}
