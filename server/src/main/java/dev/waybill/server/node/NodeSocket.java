package dev.waybill.server.node;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.InvocationId;
import dev.waybill.protocol.json.JsonFault;
import dev.waybill.protocol.node.NodeFrame;
import dev.waybill.server.action.Outcome;
import dev.waybill.server.delivery.Line;
import dev.waybill.server.fleet.DirectNode;
import dev.waybill.server.fleet.Introduction;
import dev.waybill.server.fleet.Pulse;
import dev.waybill.server.http.socket.Socket;
import dev.waybill.server.http.socket.SocketHandler;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.StoreException;
import dev.waybill.server.workspace.AgentName;
import dev.waybill.server.workspace.Caller;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/// Listens to one node and answers it, frame by frame. Until the node has registered, nothing else is heard or sent.
final class NodeSocket implements SocketHandler {
    private static final Logger LOG = LoggerFactory.getLogger(NodeSocket.class);

    private final NodeDesk desk;
    private final Frames frames;
    private final Caller.Node node;
    private final Optional<DirectNode> direct;
    private final Set<AgentId> leaving;
    private final AtomicBoolean pulseUnderWay = new AtomicBoolean();
    private @Nullable Connection connection;
    private @Nullable Welcome welcome;
    private @Nullable Sending sending;
    private @Nullable Settling settling;

    NodeSocket(NodeDesk desk, Frames frames, Caller.Node node, Set<AgentId> leaving) {
        this.desk = desk;
        this.frames = frames;
        this.node = node;
        this.direct = DirectNode.of(node.node());
        this.leaving = leaving;
    }

    @Override
    public void opened(Socket socket) {
        Connection opened =
                new Connection(
                        node,
                        socket,
                        frames,
                        direct.isPresent()
                                ? new DirectChannel(socket, frames)
                                : new BrokerChannel(socket, frames),
                        desk.attachments(),
                        desk.clock().instant());
        opened.whenRoomAgain(
                () -> desk.actions().outstanding().arrived(node.node(), provider(opened)));
        connection = opened;
        welcome = new Welcome(desk, frames, opened, direct);
        Pipeline pipeline = new Pipeline(desk.database(), frames, opened);
        sending = new Sending(desk, pipeline, opened, direct);
        settling = new Settling(desk, pipeline, opened);
        LOG.atInfo().addKeyValue("node", node.node()).log("Node connected");
    }

    @Override
    public void message(byte[] text) {
        Connection peer = Objects.requireNonNull(connection);
        String id = null;
        try {
            NodeFrame frame = required("a frame", FrameReader.read(desk.json(), text));
            id = frame.id();
            peer.heard();
            take(peer, frame);
        } catch (JsonFault e) {
            peer.send(
                    frames.error(
                            id(idIn(text)), "invalid_message", String.valueOf(e.getMessage())));
        } catch (IllegalArgumentException e) {
            peer.send(frames.error(id(id), "invalid_message", String.valueOf(e.getMessage())));
        } catch (Refusal e) {
            peer.send(frames.error(id(id), e.reason().wire(), e.detail()));
        } catch (StoreException e) {
            LOG.atWarn()
                    .addKeyValue("node", node.node())
                    .addKeyValue("reason", e.getMessage())
                    .log("A frame could not be handled");
            peer.send(
                    frames.error(
                            id(id), "node_control_failed", "The store did not take it; try again"));
        }
    }

    @Override
    public void closed() {
        Connection gone = connection;
        if (gone == null) {
            return;
        }
        gone.ended();
        if (direct.isPresent()) {
            sessionEnded(gone, direct.get().agent());
        } else {
            desk.connections().removeProvider(gone);
        }
        LOG.atInfo().addKeyValue("node", node.node()).log("Node disconnected");
    }

    private void take(Connection peer, NodeFrame frame) {
        Welcome arrivals = Objects.requireNonNull(welcome);
        if (frame.type().equals("node.register")) {
            arrivals.register(frame, id(frame.id()));
            return;
        }
        if (peer.presented() == null) {
            throw new IllegalArgumentException("'" + frame.type() + "' comes before node.register");
        }
        switch (frame.type()) {
            case "delivery.ack" -> ack(peer, frame);
            case "message.send" -> Objects.requireNonNull(sending).send(frame, id(frame.id()));
            case "delivery.receipt" ->
                    Objects.requireNonNull(settling).settle(frame, id(frame.id()));
            case "node.heartbeat" -> heartbeat(peer, frame);
            case "node.deregister" -> deregister(peer);
            case "agent.register" -> arrivals.agent(frame, id(frame.id()));
            case "agent.deregister" -> leave(peer, frame);
            case "inventory.sync" -> arrivals.inventory(frame, id(frame.id()));
            case "action.result" -> result(peer, frame);
            case "node.spawn" -> spawn(peer, frame);
            default -> throw new IllegalArgumentException("unknown type '" + frame.type() + "'");
        }
    }

    /// Acks for agents that are not carried here are late, and mean nothing any more.
    private void ack(Connection peer, NodeFrame frame) {
        Line line = peer.line(required("agent", frame.agent()));
        if (line != null) {
            desk.attachments().acked(line, required("up_to_seq", frame.upToSeq()), peer.open());
        }
    }

    private void heartbeat(Connection peer, NodeFrame frame) {
        if (direct.isPresent()) {
            Line own = peer.onlyLine();
            if (own != null) {
                desk.presence()
                        .seen(
                                new Caller.Agent(
                                        node.workspace(), own.agent().id(), own.agent().name()));
            }
            return;
        }
        Pulse pulse =
                new Pulse(
                        Objects.requireNonNullElse(frame.load(), 0.0),
                        Objects.requireNonNullElse(frame.activeAgents(), 0),
                        Boolean.TRUE.equals(frame.handlersLive()));
        peer.handlersLive(pulse.handlersLive());
        if (pulseUnderWay.compareAndSet(false, true)) {
            beat(provider(peer), pulse);
        }
    }

    /// One at a time: a node that hurries its heartbeats keeps nobody else from writing.
    private void beat(String provider, Pulse pulse) {
        try {
            desk.database()
                    .submit(
                            tx -> {
                                desk.nodes().heartbeat(tx, node.node(), provider, pulse);
                                return pulse;
                            },
                            new Quietly("heartbeat", () -> pulseUnderWay.set(false)));
        } catch (StoreException e) {
            pulseUnderWay.set(false);
            throw e;
        }
    }

    private void deregister(Connection peer) {
        peer.detachAll();
        if (direct.isEmpty() && desk.connections().removeProvider(peer)) {
            boolean others = desk.connections().connected(node.node());
            desk.hosting().left(node.workspace(), node.node(), provider(peer), others);
        }
    }

    private void leave(Connection peer, NodeFrame frame) {
        AgentId agent =
                frame.agentId() != null
                        ? frame.agentId()
                        : Optional.ofNullable(peer.line(required("agent_id", frame.name())))
                                .map(line -> line.agent().id())
                                .orElse(null);
        if (agent != null && peer.carries(agent)) {
            peer.dismissed(agent);
            desk.hosting().deregister(node.workspace(), node.node(), agent);
        }
    }

    private void result(Connection peer, NodeFrame frame) {
        InvocationId id = new InvocationId(required("invocation_id", frame.invocationId()));
        if ((frame.output() == null) == (frame.error() == null)) {
            throw new IllegalArgumentException("either output or error is needed");
        }
        Outcome outcome =
                frame.error() != null
                        ? new Outcome.Failure(frame.error())
                        : new Outcome.Output(Objects.requireNonNull(frame.output()));
        desk.actions().invocations().result(node.node(), provider(peer), id, outcome);
    }

    private void spawn(Connection peer, NodeFrame frame) {
        Object answer =
                desk.actions().calls().spawn(node, required("input", frame.input()), null).data();
        peer.send(frames.reply(id(frame.id()), answer));
    }

    private void sessionEnded(Connection gone, AgentId agent) {
        boolean last = desk.connections().removeSession(agent, gone);
        if (last && leaving.remove(agent)) {
            desk.hosting().find(agent).ifPresent(this::offline);
        }
    }

    private void offline(AgentName agent) {
        desk.database()
                .submit(
                        tx -> desk.presence().offline(tx, node.workspace(), agent),
                        new Quietly("goodbye", () -> {}));
    }

    private static String provider(Connection peer) {
        Connection.Presented said = peer.presented();
        return said == null ? Introduction.DEFAULT_PROVIDER : said.provider();
    }

    static <T> T required(String what, @Nullable T value) {
        if (value == null) {
            throw new IllegalArgumentException(what + " is missing");
        }
        return value;
    }

    /// The id of a frame that is not understood otherwise.
    private @Nullable String idIn(byte[] text) {
        try {
            JsonNode id = desk.json().tree(text).path("id");
            return id.isString() ? id.asString() : null;
        } catch (JsonFault _) {
            return null;
        }
    }

    private static String id(@Nullable String given) {
        return given == null ? UUID.randomUUID().toString() : given;
    }

    static Refusal mismatch(String said, String is) {
        return new Refusal(
                Reason.NODE_ID_MISMATCH,
                "The token belongs to node " + is + ", the frame names " + said);
    }
}
