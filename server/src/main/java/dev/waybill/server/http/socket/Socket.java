package dev.waybill.server.http.socket;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
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

    private final CoreSession session;
    private final Queue<Outgoing> queue = new ConcurrentLinkedQueue<>();
    private final AtomicInteger queued = new AtomicInteger();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition room = lock.newCondition();
    private int unwritten;
    private boolean closed;
    private long lastProgress = System.nanoTime();
    private volatile long lastHeard = System.nanoTime();

    private sealed interface Outgoing {
        record Text(ByteBuffer bytes, int length) implements Outgoing {}

        record Pong(ByteBuffer payload) implements Outgoing {}

        record Goodbye(CloseCode code, String reason) implements Outgoing {}
    }

    Socket(CoreSession session) {
        this.session = session;
    }

    /// Sends a text frame, waiting for room; false when the socket is closed.
    public boolean send(byte[] text) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (!closed && !fits(text.length)) {
                room.await();
            }
            if (closed) {
                return false;
            }
            take(text.length);
        } finally {
            lock.unlock();
        }
        enqueue(new Outgoing.Text(ByteBuffer.wrap(text), text.length));
        return true;
    }

    /// Sends a text frame if there is room now; false when there is none, or the socket is closed.
    public boolean offer(byte[] text) {
        lock.lock();
        try {
            if (closed || !fits(text.length)) {
                return false;
            }
            take(text.length);
        } finally {
            lock.unlock();
        }
        enqueue(new Outgoing.Text(ByteBuffer.wrap(text), text.length));
        return true;
    }

    /// Says goodbye and closes. What was handed over before is still written if the peer reads it.
    public void close(CloseCode code, String reason) {
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

    void heard() {
        lastHeard = System.nanoTime();
    }

    /// Asks a silent peer whether it is there, and cuts off one that has not read for too long.
    void check(Duration silence, Duration stalled) {
        if (stalled(stalled)) {
            session.abort();
        } else if (System.nanoTime() - lastHeard > silence.toNanos()) {
            session.sendFrame(new Frame(OpCode.PING), Callback.NOOP, false);
        }
    }

    void pong(ByteBuffer payload) {
        enqueue(new Outgoing.Pong(payload));
    }

    private boolean stalled(Duration limit) {
        lock.lock();
        try {
            return unwritten > 0
                    && System.nanoTime() - lastProgress
                            > TimeUnit.MILLISECONDS.toNanos(limit.toMillis());
        } finally {
            lock.unlock();
        }
    }

    private boolean fits(int bytes) {
        return unwritten == 0 || unwritten + bytes <= MAX_UNWRITTEN;
    }

    private void take(int bytes) {
        if (unwritten == 0) {
            lastProgress = System.nanoTime();
        }
        unwritten += bytes;
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
            case Outgoing.Text(var bytes, var length) ->
                    session.sendFrame(
                            new Frame(OpCode.TEXT, bytes),
                            Callback.from(() -> written(length), _ -> written(length)),
                            more);
            case Outgoing.Pong(var payload) ->
                    session.sendFrame(new Frame(OpCode.PONG, payload), Callback.NOOP, more);
            case Outgoing.Goodbye(var code, var reason) ->
                    session.close(
                            code.number(), reason, Callback.from(() -> {}, _ -> session.abort()));
        }
    }

    private void written(int bytes) {
        lock.lock();
        try {
            unwritten -= bytes;
            lastProgress = System.nanoTime();
            room.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
