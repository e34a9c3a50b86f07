package dev.waybill.protocol.workspace;

import dev.waybill.protocol.id.AgentId;

/// Answers an agent that joins a channel.
public record Joining(String channel, AgentId agentId, boolean alreadyMember) {}
