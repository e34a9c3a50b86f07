package dev.waybill.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.config.HttpConfig;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ConnectionLimitTest {
    private static final String HEALTH = "GET /health HTTP/1.1\r\nHost: x\r\n\r\n";
    private static final String METRICS = "GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n";

    @Test
    void connections_above_the_limit_wait_until_one_ends() {
        HttpConfig two =
                new HttpConfig(
                        1000,
                        4096,
                        2,
                        Duration.ofSeconds(20),
                        Duration.ofSeconds(10),
                        1 << 20,
                        1000,
                        100);

        try (TestEdge edge = TestEdge.with(two);
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
}
