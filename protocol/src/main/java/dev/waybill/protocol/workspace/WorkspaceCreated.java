package dev.waybill.protocol.workspace;

import dev.waybill.protocol.id.WorkspaceId;
import java.time.Instant;

/// Answers the creation of a workspace; the only time its key is shown.
public record WorkspaceCreated(WorkspaceId workspaceId, String apiKey, Instant createdAt) {
    /// Without the secret.
    @Override
    public String toString() {
        return "WorkspaceCreated[" + workspaceId + "]";
    }
}
