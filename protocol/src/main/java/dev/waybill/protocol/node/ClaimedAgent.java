package dev.waybill.protocol.node;

import dev.waybill.protocol.id.AgentId;
import org.jspecify.annotations.Nullable;

/// An agent that a node says it runs.
public record ClaimedAgent(
        @Nullable AgentId agentId,
        String name,
        @Nullable String invocationId,
        @Nullable String sessionRef) {}
