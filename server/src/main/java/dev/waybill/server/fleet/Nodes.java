package dev.waybill.server.fleet;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.NodeId;
import dev.waybill.protocol.id.Snowflakes;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.node.NewNode;
import dev.waybill.protocol.node.Node;
import dev.waybill.protocol.node.NodeCreated;
import dev.waybill.protocol.node.NodeKind;
import dev.waybill.protocol.node.NodeRole;
import dev.waybill.protocol.node.NodeStatus;
import dev.waybill.protocol.node.NodeToken;
import dev.waybill.protocol.node.PushDelivery;
import dev.waybill.protocol.token.Token;
import dev.waybill.protocol.token.TokenKind;
import dev.waybill.server.outbound.RefusedTarget;
import dev.waybill.server.outbound.TargetGuard;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.Database;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Tx;
import dev.waybill.server.workspace.Caller;
import dev.waybill.server.workspace.NodeTokens;
import dev.waybill.server.workspace.Supplies;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/// Makes nodes, gives them tokens, and knows which of them were heard of lately.
public final class Nodes {
    /// A node that was not heard of for so long is gone.
    public static final Duration SILENCE = Duration.ofSeconds(45);

    private static final Duration GRACE = Duration.ofSeconds(60);
    private static final Duration DIRECT_TOKEN = Duration.ofHours(1);

    private final Supplies supplies;
    private final Database database;
    private final TargetGuard guard;
    private final NodeTable nodes;
    private final LocationTable locations = new LocationTable();
    private final NodeTokens tokens = new NodeTokens();

    /// The guard says where nodes may have deliveries posted to.
    public Nodes(Supplies supplies, TargetGuard guard) {
        this.supplies = supplies;
        this.guard = guard;
        this.database = supplies.database();
        this.nodes = new NodeTable(supplies.json());
    }

    /// Makes the node, or gives the one that has the name a new token; what is left out stays as it is.
    public NodeCreated enrol(WorkspaceId workspace, NewNode wanted) {
        Token token = Token.mint(TokenKind.NODE, supplies.random());
        PushDelivery delivery = delivery(wanted);
        return database.write(
                tx -> {
                    Instant now = now();
                    NodeId id = put(tx, workspace, wanted, delivery, now);
                    tokens.expire(tx, id, now.plus(GRACE));
                    tokens.grant(tx, token, workspace, id, now, null);
                    Node node = nodes.find(tx, workspace, id, liveSince(now)).orElseThrow();
                    return new NodeCreated(node, token.secret());
                });
    }

    /// A token for the agent's own node, good for connecting.
    public NodeToken directToken(Caller.Agent agent) {
        Token token = Token.mint(TokenKind.NODE, supplies.random());
        DirectNode direct = new DirectNode(agent.agent());
        return database.write(
                tx -> {
                    requireOwnNode(tx, agent);
                    tokens.grant(tx, token, agent.workspace(), direct.id(), now(), DIRECT_TOKEN);
                    return new NodeToken(direct.id(), direct.name(), token.secret());
                });
    }

    public List<Node> all(
            WorkspaceId workspace, @Nullable String capability, @Nullable String name) {
        return database.read(tx -> nodes.all(tx, workspace, liveSince(now()))).stream()
                .filter(node -> name == null || node.name().equals(plain(name)))
                .filter(node -> capability == null || offers(node, capability))
                .toList();
    }

    public Node show(WorkspaceId workspace, String name) {
        return database.read(tx -> require(tx, workspace, name));
    }

    public Optional<Node> find(ReadTx tx, WorkspaceId workspace, NodeId node) {
        return nodes.find(tx, workspace, node, liveSince(now()));
    }

    public Optional<Node> find(WorkspaceId workspace, NodeId node) {
        return database.read(tx -> nodes.find(tx, workspace, node, liveSince(now())));
    }

    /// Where the deliveries of a node are posted; empty if they are not.
    public Optional<PushDelivery> delivery(ReadTx tx, NodeId node) {
        return nodes.delivery(tx, node);
    }

    /// The node has connected and says what it can do.
    public void connected(Tx tx, NodeId node, Introduction said) {
        Instant now = now();
        nodes.provider(tx, node, said, now);
        nodes.connected(tx, node, said, now);
    }

    public void heartbeat(Tx tx, NodeId node, String provider, Pulse pulse) {
        nodes.heartbeat(tx, node, provider, pulse, now());
    }

    /// False when it was offline already.
    public boolean offline(Tx tx, NodeId node) {
        return nodes.offline(tx, node);
    }

    public void forgetProvider(WorkspaceId workspace, String node, String provider) {
        database.write(
                tx -> {
                    NodeId id = require(tx, workspace, node).id();
                    if (!nodes.forgetProvider(tx, id, provider)) {
                        throw new Refusal(
                                Reason.NOT_FOUND,
                                "Node \"" + node + "\" has no provider \"" + provider + "\"");
                    }
                    return id;
                });
    }

    /// What the provider offered, the node offers no more.
    void forgetProvider(Tx tx, NodeId node, String provider) {
        nodes.forgetProvider(tx, node, provider);
    }

    List<NodeTable.Silent> silent() {
        return database.read(tx -> nodes.silent(tx, liveSince(now())));
    }

    Node require(ReadTx tx, WorkspaceId workspace, String name) {
        String plain = plain(name);
        return nodes.named(tx, workspace, plain, liveSince(now()))
                .or(() -> direct(tx, workspace, plain))
                .orElseThrow(
                        () ->
                                new Refusal(
                                        Reason.NODE_NOT_FOUND, "Node \"" + name + "\" not found"));
    }

    private Optional<Node> direct(ReadTx tx, WorkspaceId workspace, String name) {
        return DirectNode.named(name)
                .flatMap(direct -> locations.find(tx, direct.agent()))
                .filter(location -> location.workspace().equals(workspace))
                .map(location -> implicit(location.agent()));
    }

    private Node implicit(AgentId agent) {
        DirectNode direct = new DirectNode(agent);
        JsonNode nothing = JsonNodeFactory.instance.arrayNode();
        return new Node(
                direct.id(),
                direct.name(),
                NodeKind.WS,
                NodeRole.DIRECT,
                Enrolment.SOCKET_ADAPTER,
                null,
                nothing,
                List.of("implicit", "direct"),
                null,
                NodeStatus.ONLINE,
                true,
                false,
                0,
                1,
                1,
                null,
                Snowflakes.instantOf(agent.value()));
    }

    private void requireOwnNode(ReadTx tx, Caller.Agent agent) {
        NodeId node =
                locations.find(tx, agent.agent()).map(LocationTable.Location::node).orElse(null);
        if (node != null) {
            throw new Refusal(
                    Reason.AGENT_BOUND_TO_NODE,
                    "Agent \"" + agent.name() + "\" is hosted by node " + node);
        }
    }

    private NodeId put(
            Tx tx,
            WorkspaceId workspace,
            NewNode wanted,
            @Nullable PushDelivery asked,
            Instant now) {
        Optional<Node> known = nodes.named(tx, workspace, wanted.name(), liveSince(now));
        NodeId id = known.map(Node::id).orElseGet(() -> newId(tx, workspace, wanted));
        Optional<Node> before = known.or(() -> nodes.find(tx, workspace, id, liveSince(now)));
        Enrolment enrolment = new Enrolment(wanted, asked, before, nodes.delivery(tx, id));
        nodes.put(tx, workspace, enrolment.draft(id, now));
        return id;
    }

    /// Looks where the address leads, which may take a while.
    private @Nullable PushDelivery delivery(NewNode wanted) {
        if (wanted.delivery() == null) {
            return null;
        }
        try {
            PushDelivery asked = PushDelivery.of(wanted.delivery());
            guard.vet(TargetGuard.parse(asked.url()));
            return asked;
        } catch (IllegalArgumentException e) {
            throw new Refusal(Reason.INVALID_NODE_DELIVERY, String.valueOf(e.getMessage()));
        } catch (RefusedTarget e) {
            throw new Refusal(Reason.UNSAFE_NODE_DELIVERY_URL, "delivery.url " + e.words());
        }
    }

    private NodeId newId(Tx tx, WorkspaceId workspace, NewNode wanted) {
        String asked = wanted.nodeId();
        if (asked == null) {
            return new NodeId("node_" + supplies.ids().next());
        }
        NodeId id = new NodeId(asked);
        boolean taken =
                DirectNode.of(id).isPresent()
                        || nodes.workspaceOf(tx, id)
                                .filter(owner -> !owner.equals(workspace))
                                .isPresent();
        if (taken) {
            throw new Refusal(Reason.NODE_NAME_CONFLICT, "The node id \"" + asked + "\" is taken");
        }
        return id;
    }

    private static boolean offers(Node node, String capability) {
        for (JsonNode one : node.capabilities()) {
            if (one.path("name").asString("").equals(capability)) {
                return true;
            }
        }
        return false;
    }

    private static String plain(String name) {
        return name.startsWith("#") ? name.substring(1) : name;
    }

    private Instant now() {
        return supplies.clock().instant();
    }

    private static Instant liveSince(Instant now) {
        return now.minus(SILENCE);
    }
}
