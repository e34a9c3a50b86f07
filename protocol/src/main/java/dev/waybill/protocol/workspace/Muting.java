package dev.waybill.protocol.workspace;

import dev.waybill.protocol.id.AgentId;

/// Answers a member that mutes a channel, or hears it again.
public record Muting(String channel, AgentId agentId, boolean muted) {}
