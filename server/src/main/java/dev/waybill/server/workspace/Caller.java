package dev.waybill.server.workspace;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.NodeId;
import dev.waybill.protocol.id.ObserverId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.observe.ObserverFilters;
import dev.waybill.protocol.observe.ObserverScope;
import java.util.Set;

/// On whose behalf a request is made, as its token says. The case is the permission: a route switches over it.
public sealed interface Caller {
    WorkspaceId workspace();

    /// Holds the workspace key (`rk_live_`): the owner.
    record Owner(WorkspaceId workspace) implements Caller {}

    /// Holds an agent's token (`at_live_`).
    record Agent(WorkspaceId workspace, AgentId agent, String name) implements Caller {}

    /// Holds a node's token (`nt_live_`).
    record Node(WorkspaceId workspace, NodeId node) implements Caller {}

    /// Holds an observer's token (`ot_live_`).
    record Observer(
            WorkspaceId workspace,
            ObserverId observer,
            Set<ObserverScope> scopes,
            ObserverFilters filters)
            implements Caller {
        public Observer {
            scopes = Set.copyOf(scopes);
        }
    }

    /// Holds the token of an inbound webhook (`wh_live_`), which may post to one channel.
    record Webhook(WorkspaceId workspace, String webhook) implements Caller {}
}
