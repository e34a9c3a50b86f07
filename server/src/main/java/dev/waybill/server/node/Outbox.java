package dev.waybill.server.node;

import dev.waybill.server.http.socket.Socket;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Sends what may not wait where it is known, such as on the thread that commits: in order, on a thread of its own that
/// lives only while there is something to send. How much may come is bounded by those who put it in.
final class Outbox implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(Outbox.class);

    private final Socket socket;
    private final Queue<Supplier<byte[]>> frames = new ConcurrentLinkedQueue<>();
    private final AtomicInteger waiting = new AtomicInteger();

    Outbox(Socket socket) {
        this.socket = socket;
    }

    /// The frame is written out later, by the thread that sends it.
    void add(Supplier<byte[]> frame) {
        frames.add(frame);
        if (waiting.getAndIncrement() == 0) {
            Thread.ofVirtual().name("outbox").start(this);
        }
    }

    @Override
    public void run() {
        int done;
        do {
            done = 0;
            for (Supplier<byte[]> next = frames.poll(); next != null; next = frames.poll()) {
                done++;
                try {
                    socket.send(next.get());
                } catch (InterruptedException _) {
                    Thread.currentThread().interrupt();
                    return;
                } catch (RuntimeException e) {
                    LOG.error("A frame could not be written", e);
                }
            }
        } while (waiting.addAndGet(-done) > 0);
    }
}
