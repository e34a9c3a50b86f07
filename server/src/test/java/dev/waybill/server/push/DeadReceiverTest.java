package dev.waybill.server.push;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.WholeServer;
import dev.waybill.server.config.PushConfig;
import dev.waybill.server.store.TestEngine;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Receivers that do not speak HTTP, or not any more.
@Timeout(60)
class DeadReceiverTest {
    private static final PushConfig HASTY =
            new PushConfig(
                    Duration.ofMillis(300), 6, Duration.ofMillis(20), Duration.ofMillis(100), 3);

    @TempDir private Path folder;
    private PushRelay relay;
    private String bob;

    @BeforeEach
    void start() {
        relay = PushRelay.start(TestEngine.SQLITE.freshDatabase(), folder, HASTY);
        bob = relay.agent("bob");
    }

    @AfterEach
    void stop() {
        relay.close();
    }

    @Test
    void nobody_there() throws IOException {
        int port;
        try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = closed.getLocalPort();
        }

        JsonNode dead = deadLetter(port);

        assertThat(dead.path("error").asString()).startsWith("Connection refused");
        assertThat(dead.path("dispatch_attempts").asInt()).isEqualTo(6);
    }

    @Test
    void a_receiver_that_never_answers() throws IOException {
        try (ServerSocket deaf = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            JsonNode dead = deadLetter(deaf.getLocalPort());

            assertThat(dead.path("error").asString())
                    .matches("(no answer within 300 ms|Read timed out), after 6 attempts");
        }
    }

    @Test
    void a_receiver_that_cuts_the_connection() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        try (ServerSocket rude = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Thread.ofPlatform().daemon().start(() -> cut(rude, calls));

            JsonNode dead = deadLetter(rude.getLocalPort());

            assertThat(dead.path("error").asString()).contains("after 6 attempts");
            assertThat(calls.get()).isEqualTo(6);
        }
    }

    /// Reads a little and resets the connection.
    private static void cut(ServerSocket rude, AtomicInteger calls) {
        try {
            while (true) {
                try (Socket call = rude.accept()) {
                    calls.incrementAndGet();
                    call.getInputStream().read();
                    call.setSoLinger(true, 0);
                }
            }
        } catch (IOException _) {
            // closed
        }
    }

    private JsonNode deadLetter(int port) {
        relay.node("dead", "http://127.0.0.1:" + port + "/", "on_2xx", "{\"type\":\"none\"}");
        relay.bind("dead", "bob");
        relay.tell("bob", "hello");
        JsonNode dead = relay.awaitDelivery(bob, "dead_lettered");
        WholeServer.await("word", () -> !relay.events("delivery.failed").isEmpty());
        return dead;
    }
}
