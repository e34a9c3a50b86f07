package dev.waybill.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Only HTTP/1.1 is spoken. What follows an upgrade would pass a proxy unseen.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ProtocolTest {
    private static final String GET =
            "GET /health HTTP/1.1\r\nHost: x\r\nConnection: close, Upgrade, HTTP2-Settings\r\n";

    private TestEdge edge;

    @BeforeAll
    void start() {
        edge = TestEdge.with();
    }

    @AfterAll
    void stop() {
        edge.close();
    }

    @Test
    void an_upgrade_to_http_2_is_not_taken_up() {
        try (RawConnection connection = edge.connect()) {
            connection.send(GET + "Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n");

            assertThat(connection.readToEnd())
                    .startsWith("HTTP/1.1 200 ")
                    .doesNotContain("101 ")
                    .endsWith("\"version\":\"1.2.3\"}}");
        }
    }

    @Test
    void a_preface_of_http_2_is_refused() {
        try (RawConnection connection = edge.connect()) {
            connection.send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + "\0\0\0\4\0\0\0\0\0");

            assertThat(connection.readToEnd())
                    .startsWith("HTTP/1.1 426 ")
                    .contains("Connection: close")
                    .endsWith("\"message\":\"Upgrade Required\"}}");
        }
    }
}
