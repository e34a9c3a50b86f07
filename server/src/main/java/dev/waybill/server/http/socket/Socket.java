package dev.waybill.server.http.socket;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.core.CoreSession;
import org.eclipse.jetty.websocket.core.Frame;
import org.eclipse.jetty.websocket.core.OpCode;

/// The sending side of one open socket. What is handed over and not yet written is bounded; whoever sends more waits.
public final class Socket {
    /// More than this is never under way, unless a single frame is larger.
    static final int MAX_UNWRITTEN = 256 << 10;

    /// Whoever waits is woken when so little is left, and not for each frame before: hundreds may wait for one socket.
    private static final int ROOM_AGAIN = MAX_UNWRITTEN / 2;

    /// What a frame takes beside its payload.
    private static final int OVERHEAD = 16;

    /// How long a peer that was told goodbye may take to go.
    private static final Duration FAREWELL = Duration.ofSeconds(5);

    private final CoreSession session;
    private final Queue<Outgoing> queue = new ConcurrentLinkedQueue<>();
    private final AtomicInteger queued = new AtomicInteger();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition room = lock.newCondition();
    private int unwritten;
    private boolean closed;
    private volatile boolean leaving;
    private long leavingSince;
    private long lastProgress = System.nanoTime();
    private volatile long lastHeard = System.nanoTime();
    private volatile boolean listening = true;

    /// How often a silent peer was asked whether it is there since it was last heard.
    private final AtomicInteger asked = new AtomicInteger();

    private sealed interface Outgoing {
        record Words(byte opCode, ByteBuffer payload, int length) implements Outgoing {}

        record Goodbye(CloseCode code, String reason) implements Outgoing {}
    }

    Socket(CoreSession session) {
        this.session = session;
    }

    /// Sends a text frame, waiting for room; false when the socket is closed.
    public boolean send(byte[] text) throws InterruptedException {
        return send(OpCode.TEXT, text);
    }

    /// Sends a text frame if there is room now; false when there is none, or the socket is closed.
    public boolean offer(byte[] text) {
        lock.lock();
        try {
            if (closed || leaving || !fits(text.length)) {
                return false;
            }
            take(text.length);
        } finally {
            lock.unlock();
        }
        write(OpCode.TEXT, text);
        return true;
    }

    /// Says goodbye and closes. What was handed over before is still written if the peer reads it; whoever waits for room
    /// gives up.
    public void close(CloseCode code, String reason) {
        lock.lock();
        try {
            if (leaving) {
                return;
            }
            leaving = true;
            leavingSince = System.nanoTime();
            room.signalAll();
        } finally {
            lock.unlock();
        }
        enqueue(new Outgoing.Goodbye(code, reason));
    }

    public boolean open() {
        lock.lock();
        try {
            return !closed;
        } finally {
            lock.unlock();
        }
    }

    /// Called when the connection is gone: whoever waits for room gives up.
    void ended() {
        lock.lock();
        try {
            closed = true;
            room.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// Something came from the peer. Until that is handled nothing else of it is heard.
    void heard() {
        listening = false;
        lastHeard = System.nanoTime();
        asked.set(0);
    }

    void listensAgain() {
        lastHeard = System.nanoTime();
        listening = true;
    }

    /// Whether the peer was told goodbye; what it still says is not heard.
    boolean leaving() {
        return leaving;
    }

    /// Whether the peer was asked and has not answered yet.
    boolean awaitsAnswer() {
        return asked.get() > 0;
    }

    /// Asks a silent peer whether it is there, and cuts off one that has not answered, not read, or not gone, for too long.
    void check(OpenSockets.Patience patience) {
        boolean silent = listening && System.nanoTime() - lastHeard > patience.silence().toNanos();
        int questions = silent ? asked.incrementAndGet() : 0;
        if (questions > patience.questions() || overdue(patience.stalled())) {
            session.abort();
        } else if (silent) {
            session.sendFrame(new Frame(OpCode.PING), Callback.NOOP, false);
        }
    }

    /// Waits for room as everything else does: a peer that asks and does not read is not read either.
    void pong(byte[] payload) throws InterruptedException {
        send(OpCode.PONG, payload);
    }

    private boolean send(byte opCode, byte[] payload) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (!closed && !leaving && !fits(payload.length)) {
                room.await();
            }
            if (closed || leaving) {
                return false;
            }
            take(payload.length);
        } finally {
            lock.unlock();
        }
        write(opCode, payload);
        return true;
    }

    private boolean overdue(Duration stalled) {
        long now = System.nanoTime();
        lock.lock();
        try {
            return (unwritten > 0 && now - lastProgress > stalled.toNanos())
                    || (leaving && now - leavingSince > FAREWELL.toNanos());
        } finally {
            lock.unlock();
        }
    }

    /// Nobody takes the room that others wait for.
    private boolean fits(int bytes) {
        return unwritten == 0
                || (unwritten + bytes + OVERHEAD <= MAX_UNWRITTEN
                        && (unwritten <= ROOM_AGAIN || !lock.hasWaiters(room)));
    }

    private void take(int bytes) {
        if (unwritten == 0) {
            lastProgress = System.nanoTime();
        }
        unwritten += bytes + OVERHEAD;
    }

    private void write(byte opCode, byte[] payload) {
        enqueue(new Outgoing.Words(opCode, ByteBuffer.wrap(payload), payload.length));
    }

    private void enqueue(Outgoing next) {
        queue.add(next);
        if (queued.getAndIncrement() == 0) {
            Thread.ofVirtual().name("socket-writer").start(this::drain);
        }
    }

    /// Whatever was handed over before this thread got its turn goes out with one write.
    private void drain() {
        int done;
        do {
            done = 0;
            for (Outgoing next = queue.poll(); next != null; done++) {
                Outgoing after = queue.poll();
                write(next, after != null);
                next = after;
            }
        } while (queued.addAndGet(-done) > 0);
    }

    private void write(Outgoing next, boolean more) {
        switch (next) {
            case Outgoing.Words(var opCode, var payload, var length) ->
                    session.sendFrame(
                            new Frame(opCode, payload),
                            Callback.from(() -> written(length), _ -> written(length)),
                            more);
            case Outgoing.Goodbye(var code, var reason) ->
                    session.close(
                            code.number(), reason, Callback.from(() -> {}, _ -> session.abort()));
        }
    }

    private void written(int bytes) {
        lock.lock();
        try {
            unwritten -= bytes + OVERHEAD;
            lastProgress = System.nanoTime();
            if (unwritten <= ROOM_AGAIN) {
                room.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }
}
