package dev.waybill.server.fleet;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.NodeId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.node.Binding;
import dev.waybill.protocol.node.NodeKind;
import dev.waybill.protocol.node.NodeRole;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Row;
import dev.waybill.server.store.Tx;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Where agents are hosted. An agent without a node is its own. What a new host counts by is not known, so there is no
/// wire_base then.
final class LocationTable {
    private static final String FIND =
            """
            select id, workspace_id, name, node_id, provider, binding_id from agent
            where workspace_id = ? and name = ? and deleted_at is null
            """;
    private static final String BY_ID =
            """
            select id, workspace_id, name, node_id, provider, binding_id from agent
            where id = ? and deleted_at is null
            """;
    private static final String ON_NODE =
            """
            select id, workspace_id, name, node_id, provider, binding_id from agent
            where node_id = ? and deleted_at is null order by id
            """;
    private static final String COUNT = "select count(*) from agent where node_id = ?";
    private static final String MOVE =
            """
            update agent set node_id = ?, provider = ?, binding_id = ?, session_ref = ?, priority = ?, bound_at = ?,
                wire_base = null, transport_seq = ack_seq
            where id = ?
            """;
    private static final String BINDING =
            """
            select a.binding_id, a.id, a.name, n.id, n.name, n.kind, n.role, a.session_ref, a.priority, a.bound_at
            from agent a join node n on n.id = a.node_id
            where a.deleted_at is null and\
            """;
    private static final String BINDING_OF = BINDING + " a.id = ?";
    private static final String BINDINGS = BINDING + " n.id = ? order by a.name";

    /// An agent and the node that hosts it, if it is not its own.
    record Location(
            AgentId agent,
            WorkspaceId workspace,
            String name,
            @Nullable NodeId node,
            @Nullable String provider,
            @Nullable String binding) {}

    /// A place for an agent.
    record Place(
            NodeId node,
            String provider,
            String binding,
            @Nullable String sessionRef,
            int priority,
            Instant at) {}

    Optional<Location> find(ReadTx tx, WorkspaceId workspace, String name) {
        return tx.first(FIND, LocationTable::location, workspace, name);
    }

    Optional<Location> find(ReadTx tx, AgentId agent) {
        return tx.first(BY_ID, LocationTable::location, agent);
    }

    List<Location> on(ReadTx tx, NodeId node) {
        return tx.list(ON_NODE, LocationTable::location, node.value());
    }

    /// One that is removed has no node.
    int countOn(ReadTx tx, NodeId node) {
        return tx.first(COUNT, row -> (int) row.number(1), node.value()).orElse(0);
    }

    void move(Tx tx, AgentId agent, Place place) {
        tx.execute(
                MOVE,
                place.node().value(),
                place.provider(),
                place.binding(),
                place.sessionRef(),
                place.priority(),
                place.at(),
                agent);
    }

    /// Back to its own node.
    void release(Tx tx, AgentId agent) {
        tx.execute(MOVE, null, null, null, null, 0, null, agent);
    }

    Optional<Binding> binding(ReadTx tx, AgentId agent) {
        return tx.first(BINDING_OF, LocationTable::binding, agent);
    }

    List<Binding> bindings(ReadTx tx, NodeId node) {
        return tx.list(BINDINGS, LocationTable::binding, node.value());
    }

    private static Location location(Row row) {
        String node = row.textOrNull(4);
        return new Location(
                new AgentId(row.number(1)),
                new WorkspaceId(row.number(2)),
                row.text(3),
                node == null ? null : new NodeId(node),
                row.textOrNull(5),
                row.textOrNull(6));
    }

    private static Binding binding(Row row) {
        return new Binding(
                row.text(1),
                new AgentId(row.number(2)),
                row.text(3),
                new NodeId(row.text(4)),
                row.text(5),
                NodeKind.of(row.text(6)),
                NodeRole.of(row.text(7)),
                "active",
                row.textOrNull(8),
                (int) row.number(9),
                row.instant(10),
                null);
    }
}
