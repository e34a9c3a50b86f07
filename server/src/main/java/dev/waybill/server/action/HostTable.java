package dev.waybill.server.action;

import dev.waybill.protocol.action.ActionCaller;
import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.NodeId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.time.Rfc3339;
import dev.waybill.protocol.workspace.AgentType;
import dev.waybill.server.fleet.Hosting;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Row;
import dev.waybill.server.workspace.AgentName;
import dev.waybill.server.workspace.Caller;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What actions need to know of nodes and agents.
final class HostTable {
    private static final String NODE =
            "select id, name from node where workspace_id = ? and (name = ? or id = ?) order by id limit 1";
    private static final String AGENT =
            "select id, name from agent where workspace_id = ? and name = ? and deleted_at is null";
    private static final String AGENT_NAME =
            "select name from agent where id = ? and deleted_at is null";
    private static final String CALLER =
            "select type, capabilities, metadata from agent where id = ?";
    private static final String STATUS =
            """
            select a.id, a.name, a.type, a.status, a.activity, n.name, a.session_ref, a.last_seen,
                (select count(*) from delivery d where d.agent_id = a.id and d.seq > a.ack_seq and d.status is null)
            from agent a left join node n on n.id = a.node_id
            where a.workspace_id = ? and a.name = ? and a.deleted_at is null
            """;
    private static final String PROVIDERS =
            """
            select 'default', capabilities from node
            where id = ? and not exists (select 1 from provider p where p.node_id = node.id)
            union all select name, capabilities from provider where node_id = ?
            """;
    private static final String ROOM_FIRST =
            """
            select n.id, n.name, n.max_agents,
                (select count(*) from agent a where a.node_id = n.id and a.deleted_at is null)
                + (select count(*) from invocation i where i.completed_at is null and i.action_id is null
                    and i.action_name not in ('release', 'agent.release', 'agent.status') and i.dispatched_node_id = n.id) as agents
            from node n where n.workspace_id = ? and n.role = 'broker'
            order by n.load, agents, n.name limit 10000
            """;

    private final Json json;

    HostTable(Json json) {
        this.json = json;
    }

    record Node(NodeId id, String name) {}

    /// A node, and how many agents it runs or was asked to start.
    record Room(Node node, long maxAgents, long agents) {
        boolean isFull() {
            return agents >= Hosting.most(maxAgents);
        }
    }

    /// One provider's capability.
    private record Offer(String provider, String capabilities) {}

    Optional<Node> node(ReadTx tx, WorkspaceId workspace, String nameOrId) {
        return tx.first(NODE, HostTable::readNode, workspace, nameOrId, nameOrId);
    }

    Optional<AgentName> agent(ReadTx tx, WorkspaceId workspace, String name) {
        return tx.first(
                AGENT,
                row -> new AgentName(new AgentId(row.number(1)), row.text(2)),
                workspace,
                name);
    }

    /// The caller as policies see it; of one that was removed meanwhile only the name is known.
    ActionCaller caller(ReadTx tx, Caller.Agent caller) {
        return tx.first(CALLER, row -> readCaller(row, caller), caller.agent())
                .orElseGet(
                        () ->
                                new ActionCaller(
                                        ActionCaller.AGENT,
                                        caller.agent(),
                                        caller.name(),
                                        AgentType.AGENT,
                                        null,
                                        Json.emptyObject()));
    }

    /// How an agent is, in words for whoever asks.
    Optional<ObjectNode> status(ReadTx tx, WorkspaceId workspace, String name) {
        return tx.first(STATUS, HostTable::readStatus, workspace, name);
    }

    Optional<String> name(ReadTx tx, AgentId agent) {
        return tx.first(AGENT_NAME, row -> row.text(1), agent);
    }

    /// The providers of the node that have the capability; until one has connected, what its owner said of it counts.
    List<String> providers(ReadTx tx, NodeId node, String capability) {
        return tx
                .list(
                        PROVIDERS,
                        row -> new Offer(row.text(1), row.text(2)),
                        node.value(),
                        node.value())
                .stream()
                .filter(offer -> names(offer.capabilities()).anyMatch(capability::equals))
                .map(Offer::provider)
                .distinct()
                .toList();
    }

    /// The brokers of the workspace, the one with most room first.
    List<Room> rooms(ReadTx tx, WorkspaceId workspace) {
        return tx.list(
                ROOM_FIRST,
                row -> new Room(readNode(row), row.number(3), row.number(4)),
                workspace);
    }

    static Refusal unknownNode(String name) {
        return new Refusal(Reason.NODE_NOT_FOUND, "Node \"" + name + "\" not found");
    }

    static Refusal unknownAgent(String name) {
        return new Refusal(Reason.AGENT_NOT_FOUND, "Agent \"" + name + "\" not found");
    }

    /// Capabilities are kept as objects with a name, or as the name alone.
    private Stream<String> names(String capabilities) {
        return json.tree(capabilities).valueStream().map(HostTable::nameOf);
    }

    private static String nameOf(JsonNode capability) {
        return capability.isString() ? capability.asString() : capability.path("name").asString("");
    }

    private ActionCaller readCaller(Row row, Caller.Agent caller) {
        String capabilities = row.textOrNull(2);
        return new ActionCaller(
                ActionCaller.AGENT,
                caller.agent(),
                caller.name(),
                AgentType.of(row.text(1)),
                capabilities == null ? null : json.tree(capabilities),
                json.tree(row.text(3)));
    }

    private static ObjectNode readStatus(Row row) {
        return Json.emptyObject()
                .put("id", new AgentId(row.number(1)).text())
                .put("name", row.text(2))
                .put("type", row.text(3))
                .put("status", row.text(4))
                .put("activity", row.textOrNull(5))
                .put("node", row.textOrNull(6))
                .put("session_ref", row.textOrNull(7))
                .put("last_seen", Rfc3339.format(row.instant(8)))
                .put("pending_deliveries", row.number(9));
    }

    private static Node readNode(Row row) {
        return new Node(new NodeId(row.text(1)), row.text(2));
    }
}
