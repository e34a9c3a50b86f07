package dev.waybill.server.workspace;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.workspace.Agent;
import dev.waybill.protocol.workspace.AgentStatus;
import dev.waybill.protocol.workspace.AgentType;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Row;
import dev.waybill.server.store.Tx;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Agents, by id and by name within their workspace. Removed ones are never found.
final class AgentTable {
    private static final String INSERT =
            """
            insert into agent (id, workspace_id, name, type, status, persona, capabilities, metadata, created_at, last_seen)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            on conflict (workspace_id, name) do nothing
            """;
    private static final String SELECT =
            """
            select id, name, type, status, persona, capabilities, metadata, created_at, last_seen, activity
            from agent where workspace_id = ? and deleted_at is null\
            """;
    private static final String NAMED =
            "select id from agent where workspace_id = ? and name = ? and deleted_at is null";
    private static final String CHANGE =
            "update agent set persona = ?, capabilities = ?, metadata = ? where id = ?";
    private static final String REMOVE =
            """
            update agent
            set deleted_at = ?, deleted_name = name, name = ?, status = 'offline', activity = null,
                node_id = null, provider = null, binding_id = null, session_ref = null, bound_at = null
            where id = ?
            """;

    private final Json json;

    AgentTable(Json json) {
        this.json = json;
    }

    /// False when the name is taken.
    boolean insert(Tx tx, WorkspaceId workspace, Agent agent) {
        return 1
                == tx.execute(
                        INSERT,
                        agent.id(),
                        workspace,
                        agent.name(),
                        agent.type().wire(),
                        agent.status().wire(),
                        agent.persona(),
                        text(agent.capabilities()),
                        json.text(agent.metadata()),
                        agent.createdAt(),
                        agent.lastSeen());
    }

    List<Agent> all(ReadTx tx, WorkspaceId workspace) {
        return tx.list(SELECT + " order by id limit 10000", this::read, workspace);
    }

    Optional<Agent> find(ReadTx tx, WorkspaceId workspace, AgentId agent) {
        return tx.first(SELECT + " and id = ?", this::read, workspace, agent);
    }

    Optional<Agent> find(ReadTx tx, WorkspaceId workspace, String name) {
        return tx.first(SELECT + " and name = ?", this::read, workspace, name);
    }

    /// Refuses when there is no agent of that name.
    AgentName require(ReadTx tx, WorkspaceId workspace, String name) {
        return tx.first(NAMED, row -> new AgentId(row.number(1)), workspace, name)
                .map(id -> new AgentName(id, name))
                .orElseThrow(() -> notFound(name));
    }

    void change(Tx tx, Agent agent) {
        tx.execute(
                CHANGE,
                agent.persona(),
                text(agent.capabilities()),
                json.text(agent.metadata()),
                agent.id());
    }

    /// Leaves the row to those who ask who wrote something. Its new name begins with a space, as no agent's can.
    void remove(Tx tx, AgentId agent, Instant now) {
        tx.execute(REMOVE, now, " " + agent.text(), agent);
    }

    static Refusal notFound(String name) {
        return new Refusal(Reason.AGENT_NOT_FOUND, "Agent \"" + name + "\" not found");
    }

    private Agent read(Row row) {
        String name = row.text(2);
        String activity = row.textOrNull(10);
        return new Agent(
                new AgentId(row.number(1)),
                name,
                "@" + name,
                AgentType.of(row.text(3)),
                AgentStatus.of(row.text(4)),
                row.textOrNull(5),
                tree(row.textOrNull(6)),
                json.tree(row.text(7)),
                row.instant(8),
                row.instant(9),
                activity == null ? null : AgentStatus.of(activity));
    }

    private @Nullable String text(@Nullable JsonNode tree) {
        return tree == null ? null : json.text(tree);
    }

    private @Nullable JsonNode tree(@Nullable String text) {
        return text == null ? null : json.tree(text);
    }
}
