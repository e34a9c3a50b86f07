package dev.waybill.server.attempt;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.server.workspace.Caller;
import org.jspecify.annotations.Nullable;

/// Who asks: an agent, or the owner of the workspace.
public record Asker(WorkspaceId workspace, @Nullable AgentId agent, @Nullable String name) {
    private static final String OWNER = "owner";

    public static Asker of(Caller caller) {
        return switch (caller) {
            case Caller.Owner(var workspace) -> new Asker(workspace, null, null);
            case Caller.Agent(var workspace, var agent, var name) ->
                    new Asker(workspace, agent, name);
            case Caller.Node _, Caller.Observer _, Caller.Webhook _ ->
                    throw new IllegalArgumentException("only owners and agents ask");
        };
    }

    public boolean owner() {
        return agent == null;
    }

    /// Keys are unique for each of these.
    String actor() {
        return agent == null ? OWNER : agent.text();
    }

    String words() {
        return name == null ? OWNER : name;
    }
}
