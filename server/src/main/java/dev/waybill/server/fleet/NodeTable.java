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
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;

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

    /// A node that says 0 says nothing of how many agents it may have.
    private static final String CONNECTED =
            """
            update node set status = 'online', capabilities = ?, tags = ?, version = coalesce(?, version),
                max_agents = case when ? > 0 then ? else max_agents end, last_heartbeat_at = ?,
                handlers_live = (select coalesce(max(p.handlers_live), 0) from provider p where p.node_id = node.id)
            where id = ?
            """;

    private static final String HEARTBEAT =
            """
            update node set status = 'online', load = ?, active_agents = ?, last_heartbeat_at = ?,
                handlers_live = (select coalesce(max(p.handlers_live), 0) from provider p where p.node_id = node.id)
            where id = ?
            """;
    private static final String PROVIDER_HEARTBEAT =
            "update provider set handlers_live = ?, last_seen = ? where node_id = ? and name = ?";
    private static final String OFFERS =
            "select capabilities from provider where node_id = ? order by name";
    private static final String OFFER = "update node set capabilities = ? where id = ?";
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
                offers(tx, node).toString(),
                json.text(said.tags()),
                said.version(),
                said.maxAgents(),
                said.maxAgents(),
                now,
                node.value());
    }

    void heartbeat(Tx tx, NodeId node, String provider, Pulse pulse, Instant now) {
        tx.execute(PROVIDER_HEARTBEAT, pulse.handlersLive(), now, node.value(), provider);
        tx.execute(HEARTBEAT, pulse.load(), pulse.activeAgents(), now, node.value());
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

    /// False when there was none. What the last one offered stays on record: it may come back.
    boolean forgetProvider(Tx tx, NodeId node, String provider) {
        boolean known = tx.execute(FORGET_PROVIDER, node.value(), provider) == 1;
        ArrayNode left = offers(tx, node);
        if (known && !left.isEmpty()) {
            tx.execute(OFFER, left.toString(), node.value());
        }
        return known;
    }

    /// What the providers of the node offer together, each name once.
    private ArrayNode offers(ReadTx tx, NodeId node) {
        ArrayNode all = JsonNodeFactory.instance.arrayNode();
        Set<String> names = new HashSet<>();
        for (String offered : tx.list(OFFERS, row -> row.text(1), node.value())) {
            for (JsonNode capability : json.tree(offered)) {
                if (names.add(capability.path("name").asString(""))) {
                    all.add(capability);
                }
            }
        }
        return all;
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
