package dev.waybill.protocol.workspace;

import dev.waybill.protocol.id.AgentId;
import java.time.Instant;

/// An agent in a channel.
public record Member(
        AgentId agentId, String agentName, MemberRole role, Instant joinedAt, boolean isMuted) {}
