package dev.waybill.protocol.workspace;

import dev.waybill.protocol.id.AgentId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// An agent as others see it. The status tells whether it is there, the activity what it last said to be doing.
public record Agent(
        AgentId id,
        String name,
        String handle,
        AgentType type,
        AgentStatus status,
        @Nullable String persona,
        @Nullable JsonNode capabilities,
        JsonNode metadata,
        Instant createdAt,
        Instant lastSeen,
        @Nullable AgentStatus activity) {}
