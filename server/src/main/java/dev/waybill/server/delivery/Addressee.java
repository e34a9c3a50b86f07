package dev.waybill.server.delivery;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.WorkspaceId;

/// Whom a frame is for.
public record Addressee(WorkspaceId workspace, AgentId id, String name) {}
