package dev.waybill.server.network.transport;

import dev.waybill.server.network.transport.Link.State;
import dev.waybill.server.tls.TlsFault;
import io.nats.client.AuthenticationException;
import io.nats.client.Connection;
import io.nats.client.ConnectionListener.Events;
import io.nats.client.JetStreamApiException;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Keeps a connection to the broker: makes it, notices when it breaks, and makes it again for ever. One thread does all of
/// that.
final class NatsLink implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(NatsLink.class);
    private static final long FIRST_PAUSE_MILLIS = 100;
    private static final long LONGEST_PAUSE_MILLIS = 5_000;
    private static final Duration TEND = Duration.ofSeconds(1);
    private static final Duration SOON = Duration.ofSeconds(1);
    private static final Duration FAREWELL = Duration.ofSeconds(10);

    private final NatsBroker broker;
    private final Life life;
    private final NatsTroubles troubles;
    private final InstantSource clock;
    private final ExecutorService threads =
            Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("nats-", 0).factory());
    private final CountDownLatch stopping = new CountDownLatch(1);
    private final Thread thread;
    private volatile CountDownLatch broken = new CountDownLatch(1);
    private volatile Link link;

    NatsLink(NatsBroker broker, Life life, Traffic traffic, InstantSource clock) {
        this.broker = broker;
        this.life = life;
        this.troubles = new NatsTroubles(traffic);
        this.clock = clock;
        this.link = new Link(State.CONNECTING, "nats", null, null, null, clock.instant());
        this.thread = Thread.ofVirtual().name("nats-link").unstarted(this::run);
    }

    /// What is done with a connection, on the thread of the link.
    interface Life {
        /// The connection counts once this has returned.
        void begin(Connection connection) throws IOException, JetStreamApiException;

        void begun();

        /// Now and then while it lasts.
        void tend();

        void end(String why);
    }

    void start() {
        thread.start();
    }

    Link now() {
        return link;
    }

    /// Gives up the connection, and makes another.
    void renew() {
        broken.countDown();
    }

    @Override
    public void close() {
        stopping.countDown();
        broken.countDown();
        try {
            if (thread.isAlive() && !thread.join(SOON)) {
                thread.interrupt();
                thread.join(FAREWELL);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        threads.shutdownNow();
        broker.close();
        link = new Link(State.DISCONNECTED, "nats", null, null, null, clock.instant());
    }

    private void run() {
        try {
            int failures = 0;
            do {
                failures = live() ? 0 : failures + 1;
            } while (!stopping.await(pause(failures), TimeUnit.MILLISECONDS));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// One connection from beginning to end; false if there was none.
    private boolean live() throws InterruptedException {
        troubles.forget();
        CountDownLatch end = new CountDownLatch(1);
        broken = end;
        Connection connection = null;
        try {
            if (stopping.getCount() == 0) {
                return false;
            }
            NatsAccess access = broker.access();
            place(access.first());
            connection =
                    new Dial(access, threads).connect((_, event) -> heed(event, end), troubles);
            life.begin(connection);
            connected(connection);
            while (!end.await(TEND.toMillis(), TimeUnit.MILLISECONDS)) {
                life.tend();
            }
            disconnected();
            return true;
        } catch (IOException
                | CarrierException
                | JetStreamApiException
                | RuntimeException failure) {
            trouble(words(failure));
            return false;
        } finally {
            if (connection != null) {
                connection.close();
            }
        }
    }

    private static void heed(Events event, CountDownLatch end) {
        if (event == Events.DISCONNECTED || event == Events.CLOSED) {
            end.countDown();
        }
    }

    private void connected(Connection connection) {
        URI place = URI.create(String.valueOf(connection.getConnectedUrl()));
        link =
                new Link(
                        State.CONNECTED,
                        "nats",
                        place.getHost(),
                        place.getPort(),
                        null,
                        clock.instant());
        LOG.atInfo()
                .addKeyValue("host", place.getHost())
                .addKeyValue("port", place.getPort())
                .log("Connected to the NATS broker");
        life.begun();
    }

    private void disconnected() {
        String said = troubles.last();
        String why = said == null ? "the connection is lost" : said;
        Link was = link;
        link = new Link(State.DISCONNECTED, "nats", was.host(), was.port(), why, clock.instant());
        if (stopping.getCount() > 0) {
            LOG.atWarn()
                    .addKeyValue("host", was.host())
                    .addKeyValue("port", was.port())
                    .addKeyValue("reason", why)
                    .log("Disconnected from the NATS broker");
        }
        life.end(why);
    }

    private void place(URI server) {
        Link was = link;
        link =
                new Link(
                        was.state(),
                        "nats",
                        server.getHost(),
                        server.getPort(),
                        was.trouble(),
                        was.since());
    }

    /// Said once, not at every attempt.
    private void trouble(String words) {
        Link was = link;
        link = new Link(was.state(), "nats", was.host(), was.port(), words, was.since());
        if (!words.equals(was.trouble()) && stopping.getCount() > 0) {
            LOG.atWarn()
                    .addKeyValue("host", was.host())
                    .addKeyValue("port", was.port())
                    .addKeyValue("reason", words)
                    .log("The NATS broker cannot be reached, it will be tried again");
        }
    }

    private String words(Exception failure) {
        String said = troubles.last();
        return switch (failure) {
            case AuthenticationException _ -> "the broker refuses our credentials";
            case CarrierException ours -> String.valueOf(ours.getMessage());
            case TlsFault ours -> String.valueOf(ours.getMessage());
            case JetStreamApiException _ ->
                    "the stream cannot be used: " + StreamPlan.words(failure);
            default -> said == null ? "it does not answer as expected" : said;
        };
    }

    private static long pause(int failures) {
        long longest = Math.min(LONGEST_PAUSE_MILLIS, FIRST_PAUSE_MILLIS << Math.min(failures, 10));
        return ThreadLocalRandom.current().nextLong(longest / 2, longest + 1);
    }
}
