package dev.waybill.protocol.workspace;

import dev.waybill.protocol.id.WorkspaceId;
import java.time.Instant;

/// What a stranger may learn of a workspace whose name he knows.
public record WorkspaceName(WorkspaceId id, String name, Instant createdAt) {}
