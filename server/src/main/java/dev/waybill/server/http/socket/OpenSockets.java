package dev.waybill.server.http.socket;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Every open socket: asks the silent ones whether they are there, cuts off those that do not answer, and says goodbye to all at
/// the end.
public final class OpenSockets implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(OpenSockets.class);
    private static final Duration GOODBYE = Duration.ofSeconds(2);

    private final Patience patience;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final Thread thread = Thread.ofPlatform().name("socket-liveness").unstarted(this::run);
    private volatile boolean closing;

    /// How often each socket is looked at, how long a peer may be silent before it is asked, how often it is asked in vain, and
    /// how long it may leave unread what is there for it. Questions are counted, not time: who stood still itself has asked nobody.
    record Patience(Duration round, Duration silence, int questions, Duration stalled) {
        static final Patience USUAL =
                new Patience(
                        Duration.ofSeconds(5), Duration.ofSeconds(20), 14, Duration.ofSeconds(60));
    }

    public OpenSockets() {
        this(Patience.USUAL);
    }

    OpenSockets(Patience patience) {
        this.patience = patience;
    }

    public void start() {
        thread.start();
    }

    public int count() {
        return sockets.size();
    }

    /// False when the server is stopping.
    boolean add(Socket socket) {
        sockets.add(socket);
        return !closing;
    }

    void remove(Socket socket) {
        sockets.remove(socket);
    }

    @Override
    public void close() {
        closing = true;
        thread.interrupt();
        sockets.forEach(socket -> socket.close(CloseCode.GOING_AWAY, "the server is stopping"));
        try {
            awaitGoodbyes();
            thread.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void awaitGoodbyes() throws InterruptedException {
        long until = System.nanoTime() + GOODBYE.toNanos();
        while (!sockets.isEmpty() && System.nanoTime() < until) {
            Thread.sleep(Duration.ofMillis(10));
        }
    }

    private void run() {
        try {
            while (!closing) {
                Thread.sleep(patience.round());
                look();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// Asks everybody who is silent, once.
    void look() {
        sockets.forEach(this::check);
    }

    private void check(Socket socket) {
        try {
            socket.check(patience);
        } catch (RuntimeException e) {
            LOG.debug("A socket could not be checked: {}", e.toString());
        }
    }
}
