package dev.waybill.server.node;

import dev.waybill.protocol.action.ActionInvoke;
import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.NodeId;
import dev.waybill.server.delivery.Attachments;
import dev.waybill.server.delivery.Counting;
import dev.waybill.server.delivery.Line;
import dev.waybill.server.http.socket.CloseCode;
import dev.waybill.server.http.socket.Socket;
import dev.waybill.server.workspace.Caller;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// One open socket of a node: who is on the other side, and the lines of the agents it carries.
final class Connection {
    /// So many invocations may wait to be written; further ones stay in the store.
    private static final int MAX_INVOKES = 100;

    private final Caller.Node node;
    private final Socket socket;
    private final Frames frames;
    private final NodeLink channel;
    private final Attachments attachments;
    private final Instant openedAt;
    private final Outbox outbox;
    private final Map<AgentId, Line> lines = new ConcurrentHashMap<>();
    private final Map<String, Line> byName = new ConcurrentHashMap<>();
    private final Map<AgentId, Long> counted = new ConcurrentHashMap<>();
    private volatile @Nullable Presented presented;
    private final long opened = System.nanoTime();
    private volatile long heard = opened;
    private volatile boolean handlersLive;
    private final AtomicInteger unsentInvokes = new AtomicInteger();
    private final AtomicBoolean wasFull = new AtomicBoolean();
    private volatile Runnable whenRoomAgain = () -> {};
    private boolean over;

    /// What the other side has said it is.
    record Presented(
            String provider, String instance, boolean keepsCursors, boolean settlesByReceipt) {}

    Connection(
            Caller.Node node,
            Socket socket,
            Frames frames,
            NodeLink channel,
            Attachments attachments,
            Instant openedAt) {
        this.node = node;
        this.socket = socket;
        this.frames = frames;
        this.channel = channel;
        this.attachments = attachments;
        this.openedAt = openedAt;
        this.outbox = new Outbox(socket);
    }

    Caller.Node caller() {
        return node;
    }

    NodeId node() {
        return node.node();
    }

    Instant openedAt() {
        return openedAt;
    }

    @Nullable Presented presented() {
        return presented;
    }

    /// The clients that fetch their deliveries wait to be told of each.
    void announceAll() {
        if (channel instanceof DirectChannel own) {
            own.announceAll();
        }
    }

    void present(Presented said, boolean offersSomething) {
        presented = said;
        if (said.settlesByReceipt()) {
            channel.settleByReceipt();
        }
        handlersLive = offersSomething;
    }

    /// How long it has been open, whatever was done to the clock meanwhile.
    Duration open() {
        return Duration.ofNanos(System.nanoTime() - opened);
    }

    /// How long nothing has come from the other side.
    Duration silence() {
        return Duration.ofNanos(System.nanoTime() - heard);
    }

    void heard() {
        heard = System.nanoTime();
    }

    void handlersLive(boolean live) {
        handlersLive = live;
    }

    boolean handlersLive() {
        return handlersLive;
    }

    /// Opens the way to an agent; nothing goes through it before [#start], and never if the connection is over.
    Line attach(AgentId agent) {
        return attach(agent, counting(agent));
    }

    /// The same for an agent that the other side has just begun to run, and counts from 1.
    Line attachNew(AgentId agent) {
        return attach(agent, new Counting.FromOne());
    }

    private synchronized Line attach(AgentId agent, Counting counting) {
        Line line = attachments.attach(agent, channel, counting);
        detach(agent);
        counted.remove(agent);
        if (over) {
            attachments.detach(line);
        } else {
            lines.put(agent, line);
            byName.put(line.agent().name(), line);
        }
        return line;
    }

    void start(Line line) {
        attachments.start(line);
    }

    synchronized void detach(AgentId agent) {
        Line line = lines.remove(agent);
        if (line != null) {
            byName.remove(line.agent().name(), line);
            attachments.detach(line);
            if (line.lastNumber() >= 0) {
                counted.put(agent, line.lastNumber());
            }
        }
    }

    /// The other side says that it does not run the agent any more.
    synchronized void dismissed(AgentId agent) {
        detach(agent);
        counted.remove(agent);
    }

    /// What was sent here before was counted, or will have been when the next comes.
    private Counting counting(AgentId agent) {
        Long before = counted.get(agent);
        return before == null ? new Counting.Kept() : new Counting.After(before);
    }

    boolean carries(AgentId agent) {
        return lines.containsKey(agent);
    }

    @Nullable Line line(String agentName) {
        return byName.get(agentName);
    }

    @Nullable Line line(AgentId agent) {
        return lines.get(agent);
    }

    /// The only line of a session that is an agent's own.
    @Nullable Line onlyLine() {
        return lines.values().stream().findAny().orElse(null);
    }

    void detachAll() {
        lines.keySet().forEach(this::detach);
    }

    /// Nothing goes through here any more, whoever asks for it.
    synchronized void ended() {
        over = true;
        detachAll();
    }

    /// Whether an agent is sent nothing before this connection has registered it, and heard where to go on.
    boolean keepsCursors() {
        Presented said = presented;
        return said != null && said.keepsCursors();
    }

    void whenRoomAgain(Runnable task) {
        whenRoomAgain = task;
    }

    /// Whether invocations sent before have left; those of one commit may still exceed it together.
    boolean hasRoom() {
        boolean room = unsentInvokes.get() < MAX_INVOKES;
        if (!room) {
            wasFull.set(true);
        }
        return room;
    }

    void invoke(ActionInvoke invoke) {
        unsentInvokes.incrementAndGet();
        outbox.add(
                () -> {
                    if (unsentInvokes.decrementAndGet() == 0 && wasFull.getAndSet(false)) {
                        Thread.ofVirtual().name("invocations-" + node()).start(whenRoomAgain);
                    }
                    return frames.invoke(invoke);
                });
    }

    Outbox outbox() {
        return outbox;
    }

    void send(byte[] frame) {
        try {
            socket.send(frame);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// Ends it at once, also for a peer that is slow to go.
    void dismiss(String reason) {
        socket.close(CloseCode.NORMAL, reason); // first, so that no line waits for it
        ended();
    }
}
