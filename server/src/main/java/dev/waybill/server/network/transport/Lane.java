package dev.waybill.server.network.transport;

import dev.waybill.server.network.transport.Transport.Receiver;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Where payloads wait for one receiver, which gets them in order on a thread of its own. It holds so many payloads and
/// so many bytes, and not more.
final class Lane implements AutoCloseable {
    static final int MAX_PAYLOADS = 1024;

    private static final Logger LOG = LoggerFactory.getLogger(Lane.class);
    private static final int MAX_KILOBYTES = 32 * 1024;
    private static final Duration FAREWELL = Duration.ofSeconds(5);

    private final String subject;
    private final Receiver receiver;
    private final Traffic traffic;
    private final BlockingQueue<Arrival> waiting = new ArrayBlockingQueue<>(MAX_PAYLOADS);
    private final Semaphore kilobytes = new Semaphore(MAX_KILOBYTES);
    private final Thread thread;
    private volatile boolean closed;

    Lane(String subject, Receiver receiver, Traffic traffic) {
        this.subject = subject;
        this.receiver = receiver;
        this.traffic = traffic;
        this.thread = Thread.ofVirtual().name("network-lane").start(this::run);
    }

    /// How many payloads of at most that size it surely has room for, with as much again to spare if they are small.
    static int holds(int bytes) {
        return Math.clamp(MAX_KILOBYTES / weight(bytes), 1, MAX_PAYLOADS / 2);
    }

    /// Whether there was room for it, now or within the time.
    boolean offer(Arrival arrival, Duration patience) throws InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        if (!kilobytes.tryAcquire(weight(arrival), patience.toNanos(), TimeUnit.NANOSECONDS)) {
            return false;
        }
        long left = Math.max(0, deadline - System.nanoTime());
        return stays(arrival, waiting.offer(arrival, left, TimeUnit.NANOSECONDS));
    }

    /// Whether there was room for it now.
    boolean offer(Arrival arrival) {
        if (!kilobytes.tryAcquire(weight(arrival))) {
            return false;
        }
        return stays(arrival, waiting.offer(arrival));
    }

    /// A lane that has just been closed gives nothing back any more.
    private boolean stays(Arrival arrival, boolean waits) {
        boolean stays = waits && !(closed && waiting.remove(arrival));
        if (!stays) {
            kilobytes.release(weight(arrival));
        }
        return stays;
    }

    /// Nothing is handed over any more once this returns, unless the receiver is at it for very long. What waits is given
    /// back.
    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        try {
            if (!Thread.currentThread().equals(thread) && !thread.join(FAREWELL)) {
                LOG.atWarn()
                        .addKeyValue("subject", subject)
                        .log("A receiver does not end, it is left behind");
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        giveBack();
    }

    private void giveBack() {
        for (Arrival next = waiting.poll(); next != null; next = waiting.poll()) {
            kilobytes.release(weight(next));
            next.answer().givenBack();
        }
    }

    private void run() {
        try {
            while (!closed) {
                Arrival next = waiting.take();
                kilobytes.release(weight(next));
                hand(next);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void hand(Arrival arrival) {
        traffic.received();
        try {
            receiver.receive(arrival);
        } catch (RuntimeException e) {
            traffic.receiverFailed();
            // Its words may repeat what a peer wrote.
            LOG.atError()
                    .addKeyValue("subject", subject)
                    .addKeyValue("failure", e.getClass().getName())
                    .log("A payload could not be received");
            arrival.answer().givenUp();
        }
    }

    private static int weight(Arrival arrival) {
        return weight(arrival.payload().length);
    }

    private static int weight(int bytes) {
        return Math.min(MAX_KILOBYTES, 1 + bytes / 1024);
    }
}
