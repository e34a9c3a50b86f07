package dev.waybill.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.component.LifeCycle;
import org.eclipse.jetty.util.thread.Scheduler;
import org.junit.jupiter.api.Test;

class HeadDeadlineTest {
    @Test
    void a_sweep_that_fails_is_followed_by_others() throws Exception {
        Server server = new Server();
        FailingConnector connector = new FailingConnector(server);
        connector.addBean(new HeadDeadline(connector, Duration.ofMillis(40)));
        server.addConnector(connector);

        server.start();
        try {
            assertThat(connector.sweeps.await(10, TimeUnit.SECONDS)).isTrue();
        } finally {
            server.stop();
        }
    }

    @Test
    void a_silent_connection_is_closed_also_when_the_clock_was_set_back() throws Exception {
        try (Skewed skewed = new Skewed(Duration.ofHours(1), Duration.ofMillis(200));
                RawConnection connection = skewed.connect()) {
            assertThat(connection.readToEnd()).isEmpty();
        }
    }

    @Test
    void a_new_connection_stays_when_the_clock_was_set_forward() throws Exception {
        try (Skewed skewed = new Skewed(Duration.ofHours(-1), Duration.ofSeconds(2));
                RawConnection connection = skewed.connect()) {
            assertThat(skewed.seenTwice.await(10, TimeUnit.SECONDS)).isTrue();
            connection.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n");

            assertThat(connection.readThrough("\r\n")).startsWith("HTTP/1.1 404 ");
        }
    }

    /// A server whose clock was another by so much when each connection was made.
    private static final class Skewed implements AutoCloseable {
        private final CountDownLatch seenTwice = new CountDownLatch(2);
        private final Server server = new Server();
        private final ServerConnector connector;

        Skewed(Duration skew, Duration limit) throws Exception {
            connector =
                    new ServerConnector(server) {
                        @Override
                        protected SocketChannelEndPoint newEndPoint(
                                SocketChannel channel, ManagedSelector selector, SelectionKey key) {
                            SocketChannelEndPoint made =
                                    new MadeAt(channel, selector, key, getScheduler(), skew);
                            made.setIdleTimeout(getIdleTimeout());
                            return made;
                        }

                        @Override
                        public Collection<EndPoint> getConnectedEndPoints() {
                            Collection<EndPoint> all = super.getConnectedEndPoints();
                            if (!all.isEmpty()) {
                                seenTwice.countDown();
                            }
                            return all;
                        }
                    };
            connector.setHost("127.0.0.1");
            connector.addBean(new HeadDeadline(connector, limit));
            server.addConnector(connector);
            server.start();
        }

        RawConnection connect() {
            return new RawConnection(connector.getLocalPort());
        }

        @Override
        public void close() {
            LifeCycle.stop(server);
        }
    }

    /// Says that it was made at another time than it was.
    private static final class MadeAt extends SocketChannelEndPoint {
        private final Duration skew;

        MadeAt(
                SocketChannel channel,
                ManagedSelector selector,
                SelectionKey key,
                Scheduler scheduler,
                Duration skew) {
            super(channel, selector, key, scheduler);
            this.skew = skew;
        }

        @Override
        public long getCreatedTimeStamp() {
            return super.getCreatedTimeStamp() + skew.toMillis();
        }
    }

    /// Cannot say which connections it has.
    private static final class FailingConnector extends ServerConnector {
        private final CountDownLatch sweeps = new CountDownLatch(2);

        FailingConnector(Server server) {
            super(server);
        }

        @Override
        public Collection<EndPoint> getConnectedEndPoints() {
            sweeps.countDown();
            if (sweeps.getCount() > 0) {
                throw new IllegalStateException("the first sweep fails");
            }
            return List.of();
        }
    }
}
