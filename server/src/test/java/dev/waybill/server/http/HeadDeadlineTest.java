package dev.waybill.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
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
