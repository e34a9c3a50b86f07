package dev.waybill.protocol.message;

import dev.waybill.protocol.id.AgentId;
import java.time.Instant;

/// An agent that has read a message.
public record Reader(String agentName, AgentId agentId, Instant readAt) {}
