package dev.waybill.server.mcp;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.server.workspace.Caller;
import org.jspecify.annotations.Nullable;

/// Whose a session is, whatever token is shown for it.
record Identity(WorkspaceId workspace, @Nullable AgentId agent) {
    static Identity of(Caller caller) {
        return new Identity(
                caller.workspace(), caller instanceof Caller.Agent agent ? agent.agent() : null);
    }
}
