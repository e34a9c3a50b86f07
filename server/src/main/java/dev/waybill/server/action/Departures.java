package dev.waybill.server.action;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.server.fleet.Hosting;
import dev.waybill.server.store.Tx;
import dev.waybill.server.workspace.AgentName;
import dev.waybill.server.workspace.Agents;

/// Agents that were released: they go offline and back to their own connections, and some are removed.
public final class Departures {
    private final Hosting hosting;
    private final Agents agents;

    public Departures(Hosting hosting, Agents agents) {
        this.hosting = hosting;
        this.agents = agents;
    }

    void leave(Tx tx, WorkspaceId workspace, AgentName agent, boolean remove) {
        hosting.release(tx, workspace, agent.id());
        if (remove) {
            agents.remove(tx, workspace, agent);
        }
    }
}
