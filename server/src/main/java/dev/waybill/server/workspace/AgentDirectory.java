package dev.waybill.server.workspace;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.workspace.Agent;
import dev.waybill.protocol.workspace.AgentDetail;
import dev.waybill.protocol.workspace.AgentPresence;
import dev.waybill.protocol.workspace.AgentStatus;
import dev.waybill.server.store.Database;
import dev.waybill.server.store.ReadTx;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Shows agents, as far as the caller may see.
public final class AgentDirectory {
    private final Database database;
    private final AgentTable agents;
    private final AgentSurroundings surroundings;

    public AgentDirectory(Database database, Json json) {
        this.database = database;
        this.agents = new AgentTable(json);
        this.surroundings = new AgentSurroundings(json);
    }

    /// Those with the status or activity, or all of them.
    public List<Agent> list(Sight sight, @Nullable AgentStatus wanted) {
        return database.read(tx -> agents.all(tx, sight.workspace())).stream()
                .filter(agent -> sight.agent(agent.id()))
                .filter(
                        agent ->
                                wanted == null
                                        || agent.status() == wanted
                                        || agent.activity() == wanted)
                .toList();
    }

    public AgentDetail show(Sight sight, String name) {
        return database.read(
                tx ->
                        agents.find(tx, sight.workspace(), name)
                                .filter(agent -> sight.agent(agent.id()))
                                .map(agent -> detail(tx, sight, agent))
                                .orElseThrow(() -> AgentTable.notFound(name)));
    }

    public Optional<AgentDetail> show(WorkspaceId workspace, AgentId agent) {
        return database.read(
                tx ->
                        agents.find(tx, workspace, agent)
                                .map(found -> detail(tx, Sight.all(workspace), found)));
    }

    public List<AgentPresence> presence(WorkspaceId workspace) {
        return database.read(tx -> agents.all(tx, workspace)).stream()
                .map(agent -> new AgentPresence(agent.id(), agent.name(), agent.status()))
                .toList();
    }

    private AgentDetail detail(ReadTx tx, Sight sight, Agent agent) {
        return AgentDetail.of(agent, surroundings.of(tx, sight, agent));
    }
}
