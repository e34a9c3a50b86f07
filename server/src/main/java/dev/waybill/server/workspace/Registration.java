package dev.waybill.server.workspace;

import dev.waybill.protocol.workspace.AgentCreated;

/// What became of a request for a new agent.
public sealed interface Registration {
    /// The agent exists now; its token is shown this once.
    record Registered(AgentCreated agent) implements Registration {}

    /// Another agent of the workspace has the name.
    record NameTaken(String name) implements Registration {}
}
