package dev.waybill.server.action;

import dev.waybill.protocol.action.Action;
import dev.waybill.protocol.id.ActionId;
import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.NodeId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Row;
import dev.waybill.server.store.Tx;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Actions, by name within their workspace. Those of a removed agent are as good as gone.
final class ActionTable {
    private static final String SELECT =
            """
            select x.id, x.name, x.description, a.name, n.name, x.handler_node_id, x.input_schema, x.output_schema,
                x.available_to, x.is_active, x.created_at, x.handler_agent_id, x.provider, x.is_global, x.is_queued
            from action x
            left join agent a on a.id = x.handler_agent_id and a.deleted_at is null
            left join node n on n.id = x.handler_node_id
            where x.workspace_id = ? and (x.handler_node_id is not null or a.id is not null)\
            """;
    private static final String BEST_FIRST =
            """
             and x.name = ?
            order by case when x.handler_node_id is null then 0 when x.is_global = 1 then 1 else 2 end, x.id limit 1
            """;
    private static final String TAKEN_BY =
            """
            select id, handler_agent_id from action
            where workspace_id = ? and name = ? and handler_node_id is null
            """;
    private static final String ON_NODE =
            "select id, handler_agent_id from action where workspace_id = ? and name = ? and handler_node_id = ?";
    private static final String INSERT =
            """
            insert into action (id, workspace_id, name, description, handler_agent_id, handler_node_id, provider,
                input_schema, output_schema, available_to, is_global, is_queued, created_at)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """;
    private static final String REFRESH =
            """
            update action set description = ?, handler_agent_id = ?, input_schema = ?, output_schema = ?,
                available_to = ?, is_queued = ?, is_active = 1, updated_at = ?
            where id = ?
            """;
    private static final String ADVERTISE =
            "update action set provider = ?, is_global = ?, is_queued = ?, is_active = 1, updated_at = ? where id = ?";
    private static final String DELETE = "delete from action where id = ?";

    private final Json json;

    ActionTable(Json json) {
        this.json = json;
    }

    /// An action that is there already, and the agent that handles it.
    record Known(ActionId id, @Nullable AgentId handler) {}

    /// What is written of an action; the provider is null if an agent handles it.
    record Draft(
            String name,
            String description,
            @Nullable AgentId agent,
            @Nullable NodeId node,
            @Nullable String provider,
            JsonNode inputSchema,
            JsonNode outputSchema,
            @Nullable List<String> availableTo,
            boolean global,
            boolean queued) {}

    List<RegisteredAction> all(ReadTx tx, WorkspaceId workspace) {
        return tx.list(SELECT + " order by x.name, x.id limit 10000", this::read, workspace);
    }

    /// What the name stands for: an agent's action, then one a node claims for the workspace, then any node's.
    Optional<RegisteredAction> find(ReadTx tx, WorkspaceId workspace, String name) {
        return tx.first(SELECT + BEST_FIRST, this::read, workspace, name);
    }

    Optional<RegisteredAction> find(ReadTx tx, WorkspaceId workspace, ActionId id) {
        return tx.first(SELECT + " and x.id = ?", this::read, workspace, id.value());
    }

    Optional<RegisteredAction> find(ReadTx tx, WorkspaceId workspace, NodeId node, String name) {
        return tx.first(
                SELECT + " and x.handler_node_id = ? and x.name = ?",
                this::read,
                workspace,
                node.value(),
                name);
    }

    List<RegisteredAction> of(ReadTx tx, WorkspaceId workspace, NodeId node) {
        return tx.list(
                SELECT + " and x.handler_node_id = ? order by x.name limit 10000",
                this::read,
                workspace,
                node.value());
    }

    /// The row that a registration refreshes: of the node, or else of the agents.
    Optional<Known> known(ReadTx tx, WorkspaceId workspace, String name, @Nullable NodeId node) {
        return node == null
                ? tx.first(TAKEN_BY, ActionTable::known, workspace, name)
                : tx.first(ON_NODE, ActionTable::known, workspace, name, node.value());
    }

    void insert(Tx tx, ActionId id, WorkspaceId workspace, Draft draft, Instant now) {
        tx.execute(
                INSERT,
                id.value(),
                workspace,
                draft.name(),
                draft.description(),
                draft.agent(),
                draft.node() == null ? null : draft.node().value(),
                draft.provider(),
                json.text(draft.inputSchema()),
                json.text(draft.outputSchema()),
                draft.availableTo() == null ? null : json.text(draft.availableTo()),
                draft.global(),
                draft.queued(),
                now);
    }

    void refresh(Tx tx, ActionId id, Draft draft, Instant now) {
        tx.execute(
                REFRESH,
                draft.description(),
                draft.agent(),
                json.text(draft.inputSchema()),
                json.text(draft.outputSchema()),
                draft.availableTo() == null ? null : json.text(draft.availableTo()),
                draft.queued(),
                now,
                id.value());
    }

    /// Notes what a node says of its action now, and leaves what was registered about it.
    void advertise(Tx tx, ActionId id, Draft draft, Instant now) {
        tx.execute(ADVERTISE, draft.provider(), draft.global(), draft.queued(), now, id.value());
    }

    void delete(Tx tx, ActionId id) {
        tx.execute(DELETE, id.value());
    }

    private static Known known(Row row) {
        Long agent = row.numberOrNull(2);
        return new Known(new ActionId(row.text(1)), agent == null ? null : new AgentId(agent));
    }

    private RegisteredAction read(Row row) {
        String node = row.textOrNull(6);
        String availableTo = row.textOrNull(9);
        Long agent = row.numberOrNull(12);
        Action action =
                new Action(
                        new ActionId(row.text(1)),
                        row.text(2),
                        row.text(3),
                        row.textOrNull(4),
                        row.textOrNull(5),
                        node == null ? null : new NodeId(node),
                        json.tree(row.text(7)),
                        json.tree(row.text(8)),
                        availableTo == null
                                ? null
                                : List.of(json.convert(json.tree(availableTo), String[].class)),
                        row.flag(10),
                        row.instant(11));
        return new RegisteredAction(
                action,
                agent == null ? null : new AgentId(agent),
                row.textOrNull(13),
                row.flag(14),
                row.flag(15));
    }
}
