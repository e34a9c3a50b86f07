package dev.waybill.server.workspace;

import dev.waybill.protocol.id.AgentId;

/// An agent by both of its names.
public record AgentName(AgentId id, String name) {}
