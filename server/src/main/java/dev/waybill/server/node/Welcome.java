package dev.waybill.server.node;

import dev.waybill.protocol.action.Capability;
import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.InvocationId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.node.AgentRegistered;
import dev.waybill.protocol.node.ClaimedAgent;
import dev.waybill.protocol.node.Node;
import dev.waybill.protocol.node.NodeFrame;
import dev.waybill.protocol.node.NodeKind;
import dev.waybill.protocol.node.ProviderName;
import dev.waybill.server.action.Outstanding;
import dev.waybill.server.delivery.Line;
import dev.waybill.server.fleet.DirectNode;
import dev.waybill.server.fleet.Hosting;
import dev.waybill.server.fleet.Introduction;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.workspace.AgentName;
import dev.waybill.server.workspace.Caller;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Lets nodes and their agents in: the reply first, then what waits for them.
final class Welcome {
    private static final String SDK = "sdk";
    private static final String KEEPS_CURSORS = "relay:delivery-cursor-v1";
    private static final String SETTLES_BY_RECEIPT = "waybill:receipts-v1";
    private static final String ACTS_ONCE = "waybill:actions-v1";

    private final NodeDesk desk;
    private final Frames frames;
    private final Connection peer;
    private final Optional<DirectNode> direct;

    Welcome(NodeDesk desk, Frames frames, Connection peer, Optional<DirectNode> direct) {
        this.desk = desk;
        this.frames = frames;
        this.peer = peer;
        this.direct = direct;
    }

    void register(NodeFrame frame, String id) {
        String said = frame.nodeId();
        if (said != null && !said.equals(peer.node().value())) {
            throw NodeSocket.mismatch(said, peer.node().value());
        }
        Introduction introduction = introduction(frame);
        if (direct.isPresent()) {
            session(direct.get(), introduction, id);
        } else {
            provider(frame.provider() == null, introduction, id);
        }
    }

    void agent(NodeFrame frame, String id) {
        requireHost("agent.register");
        Hosting.Claim claim =
                new Hosting.Claim(
                        null, NodeSocket.required("name", frame.name()), frame.sessionRef());
        Caller.Node node = peer.caller();
        Hosting.Hosted hosted =
                desk.hosting().register(node.workspace(), node.node(), provider(), claim);
        leaveOthers(hosted.agent());
        Line line = peer.attachNew(hosted.agent());
        Long cursor = peer.keepsCursors() ? desk.attachments().attachAtCursor(line) : null;
        peer.send(
                frames.reply(
                        id,
                        new AgentRegistered(
                                hosted.agent(), hosted.token().secret(), hosted.name(), cursor)));
        desk.start(peer, line);
    }

    void inventory(NodeFrame frame, String id) {
        requireHost("inventory.sync");
        Caller.Node node = peer.caller();
        List<ClaimedAgent> agents = NodeSocket.required("agents", frame.agents());
        List<Hosting.Claim> claims =
                agents.stream()
                        .map(a -> new Hosting.Claim(a.agentId(), a.name(), a.sessionRef()))
                        .toList();
        ObjectNode counts =
                desk.database()
                        .write(
                                tx -> {
                                    int rebound =
                                            desk.hosting()
                                                    .inventory(
                                                            tx,
                                                            node.workspace(),
                                                            node.node(),
                                                            provider(),
                                                            claims);
                                    Outstanding.Inventory open =
                                            desk.actions()
                                                    .outstanding()
                                                    .inventory(
                                                            tx,
                                                            node.node(),
                                                            provider(),
                                                            running(agents));
                                    return counts(rebound, open);
                                });
        List<Line> lines = attachHosted();
        peer.send(frames.reply(id, counts));
        lines.forEach(line -> desk.start(peer, line));
    }

    private void session(DirectNode own, Introduction introduction, String id) {
        if (desk.hosting().location(own.agent()).isPresent()) {
            throw new Refusal(Reason.AGENT_BOUND_TO_NODE, "The agent is hosted by another node");
        }
        boolean again = peer.presented() != null;
        peer.present(presented(introduction), false);
        if (introduction.tags().contains(SDK)) {
            peer.announceAll();
        }
        Line line = again ? null : peer.attach(own.agent());
        desk.connections().addSession(own.agent(), peer);
        Node node = desk.nodes().show(peer.caller().workspace(), own.name());
        peer.send(frames.reply(id, registered(node, introduction)));
        if (line != null) {
            desk.presence()
                    .seen(
                            new Caller.Agent(
                                    peer.caller().workspace(), own.agent(), line.agent().name()));
            desk.actions().outstanding().arrived(own.agent(), offers(introduction, ACTS_ONCE));
            if (desk.leadsTo(peer, own.agent())) {
                peer.start(line);
            } else {
                peer.dismiss("the agent has moved to a node");
            }
        }
    }

    private void provider(boolean anonymous, Introduction introduction, String id) {
        Caller.Node caller = peer.caller();
        requireSocketNode(caller);
        Connection.Presented before = peer.presented();
        if (before != null && !before.provider().equals(introduction.provider())) {
            throw new IllegalArgumentException(
                    "this connection is provider '" + before.provider() + "' already");
        }
        Connection.Presented said = presented(introduction);
        desk.connections().addProvider(peer, said, anonymous);
        peer.present(said, !introduction.capabilities().isEmpty());
        Node node =
                desk.database()
                        .write(
                                tx -> {
                                    desk.nodes().connected(tx, caller.node(), introduction);
                                    desk.actions()
                                            .actions()
                                            .advertised(
                                                    tx,
                                                    caller.workspace(),
                                                    caller.node(),
                                                    introduction.provider(),
                                                    introduction.capabilities());
                                    return desk.nodes().find(tx, caller.workspace(), caller.node());
                                })
                        .orElseThrow(
                                () ->
                                        new Refusal(
                                                Reason.NODE_NOT_FOUND,
                                                "Node " + caller.node() + " not found"));
        List<Line> lines = attachHosted();
        peer.send(frames.reply(id, registered(node, introduction)));
        desk.actions().outstanding().arrived(caller.node(), introduction.provider());
        lines.forEach(line -> desk.start(peer, line));
    }

    /// What is posted to a node does not go to it over a socket as well.
    private void requireSocketNode(Caller.Node caller) {
        if (desk.nodes()
                .find(caller.workspace(), caller.node())
                .filter(node -> node.kind() != NodeKind.WS)
                .isPresent()) {
            throw new Refusal(
                    Reason.INVALID_NODE_DELIVERY,
                    "Node " + caller.node() + " gets its deliveries by POST and does not connect");
        }
    }

    /// Opens the way to every agent that is bound here and has none yet.
    private List<Line> attachHosted() {
        if (peer.keepsCursors()) {
            return List.of();
        }
        List<Line> lines = new ArrayList<>();
        for (AgentName agent : desk.hosting().hosted(peer.node(), provider())) {
            if (!peer.carries(agent.id())) {
                leaveOthers(agent.id());
                lines.add(peer.attach(agent.id()));
            }
        }
        return lines;
    }

    private void leaveOthers(AgentId agent) {
        desk.connections().hosts(agent).stream()
                .filter(host -> host != peer)
                .forEach(host -> host.detach(agent));
        desk.connections()
                .sessions(agent)
                .forEach(session -> session.dismiss("the agent has moved to a node"));
    }

    private Introduction introduction(NodeFrame frame) {
        ProviderName provider = frame.provider();
        return new Introduction(
                provider == null ? Introduction.DEFAULT_PROVIDER : provider.name(),
                provider == null ? UUID.randomUUID().toString() : provider.instanceId(),
                capabilities(frame.capabilities()),
                Objects.requireNonNullElse(frame.tags(), List.of()),
                frame.version(),
                Objects.requireNonNullElse(frame.maxAgents(), 0));
    }

    private List<Capability> capabilities(@Nullable JsonNode list) {
        List<Capability> all = new ArrayList<>();
        if (list != null) {
            for (JsonNode one : list) {
                all.add(
                        one.isString()
                                ? Capability.named(one.asString())
                                : desk.json().convert(one, Capability.class));
            }
        }
        return all;
    }

    private static Connection.Presented presented(Introduction introduction) {
        return new Connection.Presented(
                introduction.provider(),
                introduction.instance(),
                offers(introduction, KEEPS_CURSORS),
                offers(introduction, SETTLES_BY_RECEIPT));
    }

    private static boolean offers(Introduction introduction, String capability) {
        return introduction.capabilities().stream().anyMatch(one -> one.name().equals(capability));
    }

    private JsonNode registered(Node node, Introduction introduction) {
        ObjectNode data = (ObjectNode) desk.json().toTree(node);
        data.putObject("provider")
                .put("name", introduction.provider())
                .put("instance_id", introduction.instance());
        ArrayNode accepted = data.putArray("accepted_capabilities");
        introduction
                .capabilities()
                .forEach(
                        one ->
                                accepted.addObject()
                                        .put("name", one.name())
                                        .put("kind", one.resolvedKind().wire())
                                        .put("accepted", true));
        return data;
    }

    private static List<Outstanding.Running> running(List<ClaimedAgent> agents) {
        List<Outstanding.Running> running = new ArrayList<>();
        for (ClaimedAgent agent : agents) {
            if (agent.invocationId() != null && agent.agentId() != null) {
                running.add(
                        new Outstanding.Running(
                                new InvocationId(agent.invocationId()),
                                agent.agentId(),
                                agent.name()));
            }
        }
        return running;
    }

    private static ObjectNode counts(int rebound, Outstanding.Inventory open) {
        return Json.emptyObject()
                .put("rebound_agents", rebound)
                .put("open_invocations", open.openInvocations())
                .put("completed_invocations", open.completedInvocations())
                .put("rescheduled_invocations", open.rescheduledInvocations());
    }

    private void requireHost(String frame) {
        if (direct.isPresent()) {
            throw new Refusal(
                    Reason.NODE_CAPACITY_EXCEEDED,
                    frame + " is not for an agent's own node, which hosts that agent alone");
        }
    }

    private String provider() {
        Connection.Presented said = peer.presented();
        return said == null ? Introduction.DEFAULT_PROVIDER : said.provider();
    }
}
