package dev.waybill.server.fleet;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.NodeId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.node.Binding;
import dev.waybill.protocol.node.NewBinding;
import dev.waybill.protocol.node.Node;
import dev.waybill.protocol.token.Token;
import dev.waybill.protocol.token.TokenKind;
import dev.waybill.protocol.workspace.NewAgent;
import dev.waybill.server.fleet.LocationTable.Location;
import dev.waybill.server.fleet.LocationTable.Place;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.Database;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Tx;
import dev.waybill.server.workspace.AgentName;
import dev.waybill.server.workspace.Agents;
import dev.waybill.server.workspace.Presence;
import dev.waybill.server.workspace.Registration;
import dev.waybill.server.workspace.Supplies;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Decides which node hosts an agent: one at a time, and its own when no other does.
public final class Hosting {
    /// More are not hosted by one node: whatever happens to it happens to all of them at once.
    private static final int MOST = 10_000;

    private final Supplies supplies;
    private final Database database;
    private final Nodes nodes;
    private final Agents agents;
    private final Presence presence;
    private final LocationTable locations = new LocationTable();
    private final List<Consumer<AgentId>> moved = new CopyOnWriteArrayList<>();

    public Hosting(Supplies supplies, Nodes nodes, Agents agents, Presence presence) {
        this.supplies = supplies;
        this.database = supplies.database();
        this.nodes = nodes;
        this.agents = agents;
        this.presence = presence;
    }

    /// An agent that a node hosts now, with a token of its own.
    public record Hosted(AgentId agent, String name, Token token) {}

    /// One of the agents that a node says it runs.
    public record Claim(@Nullable AgentId agent, String name, @Nullable String sessionRef) {}

    /// How many agents a node hosts that asked for so many; zero means that it did not ask.
    public static long most(long maxAgents) {
        return maxAgents > 0 ? Math.min(maxAgents, MOST) : MOST;
    }

    /// The node that hosts an agent, and the part of it that does.
    public record Host(NodeId node, String provider) {}

    /// Calls, after the commit, when somebody has given an agent another location. The node that takes an agent itself
    /// knows it already.
    public void onMove(Consumer<AgentId> listener) {
        moved.add(listener);
    }

    /// Creates the agent or takes it over; the node runs it from now on.
    public Hosted register(WorkspaceId workspace, NodeId node, String provider, Claim claim) {
        Token token = Token.mint(TokenKind.AGENT, supplies.random());
        return database.write(
                tx -> {
                    Optional<Location> known = locations.find(tx, workspace, claim.name());
                    AgentName agent =
                            known.map(location -> taken(tx, workspace, node, location, token))
                                    .orElseGet(() -> created(tx, workspace, claim.name(), token));
                    Node host = host(tx, workspace, node);
                    requireRoom(tx, host, agent.id());
                    place(tx, agent.id(), node, provider, claim.sessionRef(), 0);
                    presence.online(tx, workspace, agent);
                    return new Hosted(agent.id(), agent.name(), token);
                });
    }

    /// The node does not run the agent any more.
    public void deregister(WorkspaceId workspace, NodeId node, AgentId agent) {
        database.write(
                tx -> {
                    locations
                            .find(tx, agent)
                            .filter(location -> node.equals(location.node()))
                            .ifPresent(location -> release(tx, workspace, location));
                    return agent;
                });
    }

    /// Nobody runs the agent any more; in a transaction with other things.
    public void release(Tx tx, WorkspaceId workspace, AgentId agent) {
        locations.find(tx, agent).ifPresent(location -> release(tx, workspace, location));
    }

    /// Takes the node's word for what it runs: those are bound and online, the others it had are offline. Tells how many
    /// were bound again.
    public int inventory(
            Tx tx, WorkspaceId workspace, NodeId node, String provider, List<Claim> claims) {
        int rebound = 0;
        int room = MOST - locations.countOn(tx, node);
        List<Location> had =
                locations.on(tx, node).stream()
                        .filter(location -> provider.equals(location.provider()))
                        .toList();
        for (Claim claim : claims) {
            Optional<Location> location =
                    locations
                            .find(tx, workspace, claim.name())
                            .filter(
                                    known ->
                                            claim.agent() == null
                                                    || known.agent().equals(claim.agent()))
                            .filter(known -> mayTake(tx, workspace, node, known));
            boolean isThere = location.filter(known -> node.equals(known.node())).isPresent();
            if (location.isPresent() && (isThere || room > 0)) {
                room -= isThere ? 0 : 1;
                AgentName agent = name(location.get());
                if (!isThere || !provider.equals(location.get().provider())) {
                    place(tx, agent.id(), node, provider, claim.sessionRef(), 0);
                }
                presence.online(tx, workspace, agent);
                rebound++;
            }
        }
        Set<String> claimed = claims.stream().map(Claim::name).collect(Collectors.toSet());
        presence.offline(
                tx,
                workspace,
                had.stream()
                        .filter(location -> !claimed.contains(location.name()))
                        .map(Hosting::name)
                        .toList());
        return rebound;
    }

    public Binding bind(WorkspaceId workspace, String nodeName, NewBinding wanted) {
        return database.write(
                tx -> {
                    Node node = nodes.require(tx, workspace, nodeName);
                    Location location = require(tx, workspace, wanted.agentName());
                    if (DirectNode.of(node.id()).isPresent()) {
                        throw new Refusal(
                                Reason.INVALID_REQUEST,
                                "A direct node hosts its own agent and no other");
                    }
                    requireRoom(tx, node, location.agent());
                    // A node that hosts the agent already has counted what it got, and goes on
                    // counting.
                    if (!node.id().equals(location.node())) {
                        place(
                                tx,
                                location.agent(),
                                node.id(),
                                Introduction.DEFAULT_PROVIDER,
                                wanted.sessionRef(),
                                wanted.priority() == null ? 0 : wanted.priority());
                        tellMoved(tx, location.agent());
                    }
                    return locations.binding(tx, location.agent()).orElseThrow();
                });
    }

    public void unbind(WorkspaceId workspace, String nodeName, String agentName) {
        database.write(
                tx -> {
                    Node node = nodes.require(tx, workspace, nodeName);
                    Location location =
                            locations
                                    .find(tx, workspace, agentName)
                                    .filter(known -> node.id().equals(known.node()))
                                    .orElseThrow(
                                            () ->
                                                    new Refusal(
                                                            Reason.NODE_AGENT_BINDING_NOT_FOUND,
                                                            "Agent \""
                                                                    + agentName
                                                                    + "\" is not bound to node \""
                                                                    + nodeName
                                                                    + "\""));
                    locations.release(tx, location.agent());
                    tellMoved(tx, location.agent());
                    return location;
                });
    }

    public List<Binding> bindings(WorkspaceId workspace, String nodeName) {
        return database.read(
                tx -> locations.bindings(tx, nodes.require(tx, workspace, nodeName).id()));
    }

    /// Who hosts the agent; empty when it is on its own, or gone.
    public Optional<Host> location(AgentId agent) {
        return database.read(tx -> locations.find(tx, agent)).flatMap(Hosting::host);
    }

    /// The agent, unless it has been removed.
    public Optional<AgentName> find(AgentId agent) {
        return database.read(tx -> locations.find(tx, agent)).map(Hosting::name);
    }

    /// The agents a node's provider hosts.
    public List<AgentName> hosted(NodeId node, String provider) {
        return database.read(tx -> locations.on(tx, node)).stream()
                .filter(location -> provider.equals(location.provider()))
                .map(Hosting::name)
                .toList();
    }

    /// One provider of the node has gone, and its agents with it; the node has too, unless others are there.
    public void left(WorkspaceId workspace, NodeId node, String provider, boolean others) {
        database.write(
                tx -> {
                    nodes.forgetProvider(tx, node, provider);
                    if (!others) {
                        nodes.offline(tx, node);
                    }
                    presence.offline(
                            tx,
                            workspace,
                            locations.on(tx, node).stream()
                                    .filter(location -> provider.equals(location.provider()))
                                    .map(Hosting::name)
                                    .toList());
                    return node;
                });
    }

    /// Marks the node offline and its agents with it.
    private void lost(WorkspaceId workspace, NodeId node) {
        database.write(
                tx -> {
                    nodes.offline(tx, node);
                    presence.offline(
                            tx,
                            workspace,
                            locations.on(tx, node).stream().map(Hosting::name).toList());
                    return node;
                });
    }

    /// Marks those nodes lost that were silent for too long, unless they are connected here.
    public void sweep(Predicate<NodeId> connected) {
        for (NodeTable.Silent silent : nodes.silent()) {
            if (!connected.test(silent.id())) {
                lost(silent.workspace(), silent.id());
            }
        }
    }

    private AgentName created(Tx tx, WorkspaceId workspace, String name, Token token) {
        Registration done =
                agents.register(tx, workspace, new NewAgent(name, null, null, null, null), token);
        return switch (done) {
            case Registration.Registered(var agent) -> new AgentName(agent.id(), agent.name());
            case Registration.NameTaken(var taken) ->
                    throw new Refusal(
                            Reason.AGENT_ALREADY_EXISTS, "Agent \"" + taken + "\" already exists");
        };
    }

    private AgentName taken(
            Tx tx, WorkspaceId workspace, NodeId node, Location location, Token token) {
        if (!mayTake(tx, workspace, node, location)) {
            throw new Refusal(
                    Reason.AGENT_LOCATION_CONFLICT,
                    "Agent \"" + location.name() + "\" is active on node " + location.node());
        }
        AgentName agent = name(location);
        agents.rotateToken(tx, workspace, agent, token);
        return agent;
    }

    /// An agent may be taken from its own node, and from one that is gone.
    private boolean mayTake(ReadTx tx, WorkspaceId workspace, NodeId node, Location location) {
        NodeId current = location.node();
        return current == null
                || current.equals(node)
                || nodes.find(tx, workspace, current).filter(Node::live).isEmpty();
    }

    private void requireRoom(ReadTx tx, Node node, AgentId agent) {
        boolean isThere =
                locations
                        .find(tx, agent)
                        .filter(location -> node.id().equals(location.node()))
                        .isPresent();
        long most = most(node.maxAgents());
        if (!isThere && locations.countOn(tx, node.id()) >= most) {
            throw new Refusal(
                    Reason.NODE_CAPACITY_EXCEEDED,
                    "Node \"" + node.name() + "\" hosts " + most + " agents at most");
        }
    }

    private Node host(ReadTx tx, WorkspaceId workspace, NodeId node) {
        return nodes.find(tx, workspace, node)
                .orElseThrow(
                        () -> new Refusal(Reason.NODE_NOT_FOUND, "Node " + node + " not found"));
    }

    private void place(
            Tx tx,
            AgentId agent,
            NodeId node,
            String provider,
            @Nullable String sessionRef,
            int priority) {
        Instant now = supplies.clock().instant();
        String binding = "anb_" + supplies.ids().next();
        locations.move(tx, agent, new Place(node, provider, binding, sessionRef, priority, now));
    }

    private void release(Tx tx, WorkspaceId workspace, Location location) {
        presence.offline(tx, workspace, name(location));
        locations.release(tx, location.agent());
    }

    private void tellMoved(Tx tx, AgentId agent) {
        tx.afterCommit(() -> moved.forEach(listener -> listener.accept(agent)));
    }

    private Location require(ReadTx tx, WorkspaceId workspace, String name) {
        return locations
                .find(tx, workspace, name)
                .orElseThrow(
                        () ->
                                new Refusal(
                                        Reason.AGENT_NOT_FOUND,
                                        "Agent \"" + name + "\" not found"));
    }

    private static Optional<Host> host(Location location) {
        NodeId node = location.node();
        String provider = location.provider();
        return node == null || provider == null
                ? Optional.empty()
                : Optional.of(new Host(node, provider));
    }

    private static AgentName name(Location location) {
        return new AgentName(location.agent(), location.name());
    }
}
