package dev.waybill.protocol.workspace;

import dev.waybill.protocol.id.AgentId;

/// Whether an agent is there.
public record AgentPresence(AgentId agentId, String agentName, AgentStatus status) {}
