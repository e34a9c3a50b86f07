package dev.waybill.server.workspace;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.ChannelId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.observe.ObserverFilters;

/// What of a workspace a caller may see: all of it, or what an observer's filters leave. The rest does not exist for it.
public record Sight(WorkspaceId workspace, ObserverFilters filters) {
    public static Sight of(Caller caller) {
        return switch (caller) {
            case Caller.Observer(var workspace, var _, var _, var filters) ->
                    new Sight(workspace, filters);
            case Caller.Owner _, Caller.Agent _, Caller.Node _, Caller.Webhook _ ->
                    all(caller.workspace());
        };
    }

    public static Sight all(WorkspaceId workspace) {
        return new Sight(workspace, ObserverFilters.NONE);
    }

    boolean shows(ChannelId channel, String name) {
        return filters.shows(channel, name);
    }

    boolean shows(AgentId agent) {
        return filters.shows(agent);
    }
}
