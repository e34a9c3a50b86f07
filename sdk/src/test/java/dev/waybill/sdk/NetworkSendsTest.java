package dev.waybill.sdk;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.waybill.protocol.network.ThreadId;
import dev.waybill.protocol.network.api.NetworkSession;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/// What a server is asked that fails at first.
@Timeout(30)
class NetworkSendsTest {
    private static final String SENT =
            "{\"ok\":true,\"data\":{\"id\":\"m\",\"session_id\":\"s\",\"channel\":\"c\",\"kind\":\"say\",\"from\":\"a\",\"ts\":1,\"state\":\"queued\",\"size\":1}}";
    private static final String REFUSED =
            "{\"ok\":false,\"error\":{\"code\":\"unavailable\",\"message\":\"not now\"}}";

    @Test
    void what_was_not_taken_is_sent_again_under_the_same_id() throws IOException {
        List<JsonNode> asked = new CopyOnWriteArrayList<>();
        HttpServer server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext(
                "/v1/network/send",
                exchange -> {
                    asked.add(Wire.JSON.tree(exchange.getRequestBody().readAllBytes()));
                    boolean taken = asked.size() == 3;
                    byte[] answer = (taken ? SENT : REFUSED).getBytes(UTF_8);
                    exchange.sendResponseHeaders(taken ? 201 : 503, answer.length);
                    exchange.getResponseBody().write(answer);
                    exchange.close();
                });
        server.start();
        String url = "http://127.0.0.1:" + server.getAddress().getPort();

        try (Relay relay = Relay.connect(url, "rk_live_1", TestRelay.OPTIONS)) {
            relay.network().peer(session()).say(new ThreadId("thread_abc"), "hello");
        } finally {
            server.stop(0);
        }

        assertThat(asked).hasSize(3);
        assertThat(asked).allMatch(asked.getFirst()::equals);
        assertThat(asked.getFirst().path("id").asString()).matches("msg-[0-9a-f]{16}");
        assertThat(asked.getFirst().path("surface").asString()).isEqualTo("thread");
    }

    private static NetworkSession session() {
        return new NetworkSession("s", "alice", "c", null, "a", null, Instant.EPOCH, 0);
    }
}
