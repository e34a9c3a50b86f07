package dev.waybill.protocol.workspace;

import dev.waybill.protocol.id.AgentId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Something a session has reported, numbered per agent.
public record SessionEvent(
        String id,
        AgentId agentId,
        SessionEventType type,
        @Nullable JsonNode payload,
        long sequence,
        Instant createdAt) {}
