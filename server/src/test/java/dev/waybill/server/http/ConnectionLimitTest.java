package dev.waybill.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.config.HttpConfig;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConnectionLimitTest {
    private static final String HEALTH = "GET /health HTTP/1.1\r\nHost: x\r\n\r\n";
    private static final String METRICS = "GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n";

    private static final int PATIENCE_MILLIS = 5000;

    /// As many as the smallest of systems lets wait.
    private static final int CROWD = 120;

    @Test
    void connections_above_the_limit_wait_until_one_ends() {
        try (TestEdge edge = TestEdge.with(atMost(2));
                RawConnection first = edge.connect()) {
            first.send(HEALTH).readThrough("}}");
            RawConnection second = edge.connect();
            second.send(HEALTH).readThrough("}}");
            try (RawConnection third = edge.connect()) {
                third.send(HEALTH);

                String metrics = first.send(METRICS).readThrough("jvm_threads_states");
                second.close();

                assertThat(metrics).contains("http_server_connections 2.0");
                assertThat(third.readThrough("}}")).startsWith("HTTP/1.1 200 ");
            }
        }
    }

    @Test
    void a_crowd_that_comes_at_once_waits_to_be_let_in() throws Exception {
        List<Socket> crowd = new ArrayList<>();
        try (TestEdge edge = TestEdge.with(atMost(1));
                RawConnection only = edge.connect()) {
            only.send(HEALTH).readThrough("}}");

            for (int i = 0; i < CROWD; i++) {
                Socket waiting = new Socket();
                crowd.add(waiting);
                waiting.connect(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), edge.edge.port()),
                        PATIENCE_MILLIS);
            }

            assertThat(crowd).allMatch(Socket::isConnected);
        } finally {
            for (Socket each : crowd) {
                each.close();
            }
        }
    }

    private static HttpConfig atMost(int connections) {
        return new HttpConfig(
                1000,
                4096,
                connections,
                Duration.ofSeconds(20),
                Duration.ofSeconds(10),
                1 << 20,
                1000,
                100);
    }
}
