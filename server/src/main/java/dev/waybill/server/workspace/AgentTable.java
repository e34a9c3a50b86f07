package dev.waybill.server.workspace;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.workspace.Agent;
import dev.waybill.protocol.workspace.AgentStatus;
import dev.waybill.protocol.workspace.AgentType;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Row;
import dev.waybill.server.store.Tx;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Agents, by id and by name within their workspace.
final class AgentTable {
    private static final String INSERT =
            """
            insert into agent (id, workspace_id, name, type, status, persona, capabilities, metadata, created_at, last_seen)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            on conflict (workspace_id, name) do nothing
            """;
    private static final String SELECT =
            """
            select id, name, type, status, persona, capabilities, metadata, created_at, last_seen
            from agent where workspace_id = ?\
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
                        agent.capabilities() == null ? null : json.text(agent.capabilities()),
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

    private Agent read(Row row) {
        String name = row.text(2);
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
                row.instant(9));
    }

    private @Nullable JsonNode tree(@Nullable String text) {
        return text == null ? null : json.tree(text);
    }
}
