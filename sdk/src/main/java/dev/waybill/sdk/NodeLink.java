package dev.waybill.sdk;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Keeps a node connected: opens the socket, registers, and when the connection is lost opens the next one and says again
/// what was not answered.
final class NodeLink implements AutoCloseable {
    private static final Logger LOG = System.getLogger(NodeLink.class.getName());
    private static final String PATH = "/v1/node/ws";
    private static final int WINDOW = 16;
    private static final Duration GOODBYE = Duration.ofSeconds(5);

    private final Endpoint endpoint;
    private final Door door;
    private final Seats seats;
    private final Requests requests = new Requests();
    private final Switchboard switchboard;
    private final AtomicBoolean started = new AtomicBoolean();
    private final Thread keeper = Thread.ofVirtual().name("waybill-link").unstarted(this::keep);
    private final CountDownLatch decided = new CountDownLatch(1);
    private volatile @Nullable Registration registration;
    private volatile @Nullable RelayException failure;
    private volatile String trouble = "it is slow";
    private volatile boolean closed;

    NodeLink(Endpoint endpoint, Door door, Seats seats) {
        this.endpoint = endpoint;
        this.door = door;
        this.seats = seats;
        this.switchboard = new Switchboard(seats, requests);
    }

    /// Returns when it has been connected and registered once; throws what kept it from that.
    void ready() {
        if (started.compareAndSet(false, true)) {
            keeper.start();
        }
        Duration patience = endpoint.options().requestTimeout();
        try {
            if (!decided.await(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new RelayException(
                        RelayException.TIMEOUT,
                        "no session with %s within %s: %s".formatted(endpoint, patience, trouble),
                        true);
            }
        } catch (InterruptedException e) {
            throw interrupted("connecting", e);
        }
        RelayException why = failure;
        if (why != null) {
            throw why.again();
        }
    }

    /// Whether there is a connection just now.
    boolean connected() {
        Registration last = registration;
        return last != null && !last.connection().over();
    }

    /// Throws unless the server keeps a state of each delivery.
    void requireReceipts() {
        Registration last = registration;
        if (last == null || !last.keepsReceipts()) {
            throw new RelayCapabilityException(
                    "%s keeps no state of deliveries: it did not accept %s"
                            .formatted(endpoint, Registration.RECEIPTS));
        }
    }

    JsonNode ask(ObjectNode frame) {
        return ask(frame, _ -> {});
    }

    /// Sends the frame and waits for the data of its answer, over as many connections as it takes. `granted` is called with
    /// it before anything is read that comes after it.
    JsonNode ask(ObjectNode frame, Consumer<JsonNode> granted) {
        ready();
        Duration patience = endpoint.options().requestTimeout();
        Request request = submit(frame, granted, patience);
        if (request != null) {
            try {
                return request.await(patience);
            } catch (TimeoutException _) {
                requests.forget(request);
            }
        }
        throw new RelayException(
                RelayException.TIMEOUT,
                "%s was not answered by %s within %s; whether it was done is not known"
                        .formatted(frame.path("type").asString(""), endpoint, patience),
                true);
    }

    /// Sends the frame, now or when there is a connection; null when too many others wait already.
    @Nullable Request submit(ObjectNode frame, Consumer<JsonNode> granted, Duration patience) {
        try {
            Request request = requests.submit(frame, granted, patience);
            switchboard.readOn();
            return request;
        } catch (InterruptedException e) {
            throw interrupted("sending", e);
        }
    }

    /// Says it once, if there is a connection.
    void tell(ObjectNode frame) {
        Registration last = registration;
        if (last != null) {
            last.connection().send(Wire.JSON.text(frame));
        }
    }

    /// Something was taken out of a seat: acknowledges it if that is worth a frame, and reads on if it was full.
    void madeRoom(Seat seat) {
        seat.acknowledge();
        if (!seat.intake().full()) {
            switchboard.readOn();
        }
    }

    private void keep() {
        Backoff backoff = Backoff.of(endpoint.options());
        try {
            while (!closed) {
                try {
                    connect(backoff);
                } catch (RelayException e) {
                    if (hopeless(e)) {
                        LOG.log(Level.ERROR, "no more connections: {0}", e.getMessage());
                        fail(e);
                        return;
                    }
                    trouble = String.valueOf(e.getMessage());
                    LOG.log(Level.DEBUG, "not connected: {0}", trouble);
                }
                if (!closed) {
                    Thread.sleep(backoff.next());
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// Opens one connection and stays with it to its end.
    private void connect(Backoff backoff) throws InterruptedException {
        Door.Pass pass = door.pass();
        Registration next = new Registration();
        try (Connection connection = open(pass, next)) {
            connection.send(Wire.JSON.text(door.introduction(pass).put("id", Registration.ID)));
            next.await(endpoint.options().connectTimeout());
            registration = next;
            door.greeting().ifPresent(frame -> connection.send(Wire.JSON.text(frame)));
            backoff.reset();
            requests.resume(connection);
            decided.countDown();
            stay(connection);
            LOG.log(Level.DEBUG, "connection to {0} ended: {1}", endpoint, connection.reason());
        } finally {
            requests.suspend();
            switchboard.reset();
        }
    }

    private Connection open(Door.Pass pass, Registration next) throws InterruptedException {
        try {
            return Connection.open(
                    endpoint,
                    PATH,
                    pass.token(),
                    WINDOW,
                    (connection, frame) -> switchboard.received(connection, next, frame));
        } catch (RelayException e) {
            if (!e.retryable()) {
                door.refused();
            }
            throw e;
        }
    }

    /// Beats until the connection is over, or the other side has fallen silent.
    private void stay(Connection connection) throws InterruptedException {
        RelayOptions options = endpoint.options();
        while (!connection.awaitEnd(options.heartbeat())) {
            boolean silent = connection.silence().compareTo(options.silence()) > 0;
            if (silent && !switchboard.holdsBack()) {
                connection.abort("nothing was heard for " + connection.silence());
                return;
            }
            connection.ping();
            connection.send(Wire.JSON.text(Frames.heartbeat(seats.count())));
        }
    }

    /// What no later attempt can mend, and whatever refuses the very first one.
    private boolean hopeless(RelayException e) {
        return !e.retryable() && (decided.getCount() > 0 || e.code().endsWith("token_invalid"));
    }

    private void fail(RelayException why) {
        failure = why;
        requests.end(why);
        seats.end();
        decided.countDown();
    }

    private static RelayException interrupted(String doing, InterruptedException e) {
        Thread.currentThread().interrupt();
        return new RelayException(RelayException.CLOSED, "interrupted while " + doing, e);
    }

    @Override
    public void close() {
        closed = true;
        fail(RelayException.closed("the session with " + endpoint));
        if (!started.compareAndSet(false, true)) {
            keeper.interrupt();
            try {
                keeper.join(GOODBYE);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
