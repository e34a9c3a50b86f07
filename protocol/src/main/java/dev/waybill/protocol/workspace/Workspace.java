package dev.waybill.protocol.workspace;

import dev.waybill.protocol.id.WorkspaceId;
import java.time.Instant;

/// A workspace as its members see it.
public record Workspace(WorkspaceId id, String name, String plan, Instant createdAt) {}
