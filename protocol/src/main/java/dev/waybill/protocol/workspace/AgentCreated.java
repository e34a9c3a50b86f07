package dev.waybill.protocol.workspace;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.WorkspaceId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Answers the registration of an agent; the only time its token is shown.
public record AgentCreated(
        AgentId id,
        String name,
        String handle,
        String token,
        AgentStatus status,
        @Nullable JsonNode capabilities,
        Instant createdAt,
        WorkspaceId workspaceId) {
    /// Without the secret.
    @Override
    public String toString() {
        return "AgentCreated[" + id + " " + name + "]";
    }
}
