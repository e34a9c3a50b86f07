package dev.waybill.server.fleet;

import dev.waybill.protocol.id.NodeId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.node.Node;
import dev.waybill.protocol.node.NodeKind;
import dev.waybill.protocol.node.NodeRole;
import dev.waybill.protocol.node.NodeStatus;
import dev.waybill.protocol.node.PushDelivery;
import dev.waybill.protocol.node.Redacted;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Row;
import dev.waybill.server.store.Tx;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Nodes that somebody made, by id and by name within their workspace.
final class NodeTable {
    private static final String SELECT =
            """
            select n.id, n.name, n.kind, n.role, n.adapter, n.delivery, n.capabilities, n.tags, n.version, n.status,
                   n.handlers_live, n.load, n.max_agents, n.last_heartbeat_at, n.created_at,
                   (select count(*) from agent a where a.node_id = n.id and a.deleted_at is null)
            from node n where n.workspace_id = ?""";
    private static final String UPSERT =
            """
            insert into node (id, workspace_id, name, kind, role, adapter, delivery, capabilities, tags, version,
                              machine_id, max_agents, status, created_at)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'offline', ?)
            on conflict (id) do update set name = excluded.name, kind = excluded.kind, role = excluded.role,
                adapter = excluded.adapter, delivery = excluded.delivery, capabilities = excluded.capabilities,
                tags = excluded.tags, version = excluded.version, machine_id = excluded.machine_id,
                max_agents = excluded.max_agents
            """;
    private static final String DELIVERY =
            "select delivery from node where id = ? and delivery is not null";
    private static final String WORKSPACE_OF = "select workspace_id from node where id = ?";
    private static final String CONNECTED =
            """
            update node set status = 'online', capabilities = ?, tags = ?, version = coalesce(?, version),
                max_agents = ?, handlers_live = ?, last_heartbeat_at = ? where id = ?
            """;
    private static final String HEARTBEAT =
            """
            update node set status = 'online', load = ?, active_agents = ?, handlers_live = ?, last_heartbeat_at = ?
            where id = ?
            """;
    private static final String OFFLINE =
            "update node set status = 'offline', handlers_live = 0 where id = ? and status = 'online'";
    private static final String STALE =
            "select id, workspace_id from node where status = 'online' and last_heartbeat_at < ? limit 1000";
    private static final String PROVIDER =
            """
            insert into provider (node_id, name, instance_id, capabilities, handlers_live, last_seen)
            values (?, ?, ?, ?, ?, ?)
            on conflict (node_id, name) do update set instance_id = excluded.instance_id,
                capabilities = excluded.capabilities, handlers_live = excluded.handlers_live,
                last_seen = excluded.last_seen
            """;
    private static final String FORGET_PROVIDER =
            "delete from provider where node_id = ? and name = ?";

    private final Json json;

    NodeTable(Json json) {
        this.json = json;
    }

    /// What a node says of itself when it is made.
    record Draft(
            NodeId id,
            String name,
            NodeKind kind,
            NodeRole role,
            String adapter,
            @Nullable String delivery,
            JsonNode capabilities,
            List<String> tags,
            @Nullable String version,
            @Nullable String machine,
            int maxAgents,
            Instant createdAt) {}

    /// A node that has not been heard of.
    record Silent(NodeId id, WorkspaceId workspace) {}

    void put(Tx tx, WorkspaceId workspace, Draft draft) {
        tx.execute(
                UPSERT,
                draft.id().value(),
                workspace,
                draft.name(),
                draft.kind().wire(),
                draft.role().wire(),
                draft.adapter(),
                draft.delivery(),
                draft.capabilities().toString(),
                json.text(draft.tags()),
                draft.version(),
                draft.machine(),
                draft.maxAgents(),
                draft.createdAt());
    }

    /// Where deliveries of the node are posted, secrets and all.
    Optional<PushDelivery> delivery(ReadTx tx, NodeId node) {
        return tx.first(DELIVERY, row -> PushDelivery.of(json.tree(row.text(1))), node.value());
    }

    Optional<WorkspaceId> workspaceOf(ReadTx tx, NodeId node) {
        return tx.first(WORKSPACE_OF, row -> new WorkspaceId(row.number(1)), node.value());
    }

    List<Node> all(ReadTx tx, WorkspaceId workspace, Instant liveSince) {
        return tx.list(
                SELECT + " order by n.name limit 1000", row -> read(row, liveSince), workspace);
    }

    Optional<Node> named(ReadTx tx, WorkspaceId workspace, String name, Instant liveSince) {
        return tx.first(SELECT + " and n.name = ?", row -> read(row, liveSince), workspace, name);
    }

    Optional<Node> find(ReadTx tx, WorkspaceId workspace, NodeId node, Instant liveSince) {
        return tx.first(
                SELECT + " and n.id = ?", row -> read(row, liveSince), workspace, node.value());
    }

    void connected(Tx tx, NodeId node, Introduction said, Instant now) {
        tx.execute(
                CONNECTED,
                json.text(said.capabilities()),
                json.text(said.tags()),
                said.version(),
                said.maxAgents(),
                said.handlersLive(),
                now,
                node.value());
    }

    void heartbeat(Tx tx, NodeId node, Pulse pulse, Instant now) {
        tx.execute(
                HEARTBEAT,
                pulse.load(),
                pulse.activeAgents(),
                pulse.handlersLive(),
                now,
                node.value());
    }

    boolean offline(Tx tx, NodeId node) {
        return tx.execute(OFFLINE, node.value()) == 1;
    }

    List<Silent> silent(ReadTx tx, Instant since) {
        return tx.list(
                STALE,
                row -> new Silent(new NodeId(row.text(1)), new WorkspaceId(row.number(2))),
                since);
    }

    void provider(Tx tx, NodeId node, Introduction said, Instant now) {
        tx.execute(
                PROVIDER,
                node.value(),
                said.provider(),
                said.instance(),
                json.text(said.capabilities()),
                said.handlersLive(),
                now);
    }

    boolean forgetProvider(Tx tx, NodeId node, String provider) {
        return tx.execute(FORGET_PROVIDER, node.value(), provider) == 1;
    }

    private Node read(Row row, Instant liveSince) {
        NodeKind kind = NodeKind.of(row.text(3));
        // An address does not tell whether it is there; deliveries find out.
        NodeStatus status =
                kind == NodeKind.HTTP_PUSH ? NodeStatus.ONLINE : NodeStatus.of(row.text(10));
        Instant heartbeat = row.instantOrNull(14);
        String delivery = row.textOrNull(6);
        return new Node(
                new NodeId(row.text(1)),
                row.text(2),
                kind,
                NodeRole.of(row.text(4)),
                row.text(5),
                delivery == null ? null : Redacted.of(json.tree(delivery)),
                json.tree(row.text(7)),
                Arrays.asList(json.convert(json.tree(row.text(8)), String[].class)),
                row.textOrNull(9),
                status,
                kind == NodeKind.HTTP_PUSH
                        || (status == NodeStatus.ONLINE
                                && heartbeat != null
                                && heartbeat.isAfter(liveSince)),
                row.flag(11),
                row.decimal(12),
                (int) row.number(16),
                (int) row.number(13),
                heartbeat,
                row.instant(15));
    }
}
