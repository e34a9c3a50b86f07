package dev.waybill.server.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.TestServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// An agent without any socket: it asks, and says what became of what it got, while servers die.
@Timeout(120)
class PollingCrashTest {
    private static final int MESSAGES = 60;

    private final Random random = new Random(4);
    private final Map<String, String> settled = new HashMap<>();
    @TempDir private Path folder;
    private ServerProcess server;
    private RelayApi api;
    private String key;

    @BeforeEach
    void start() throws IOException {
        server = ServerProcess.start(folder.resolve("data"), 0, "sqlite");
        key = server.key();
        api = new RelayApi(server.url(), key);
    }

    @AfterEach
    void stop() {
        api.close();
        server.close();
    }

    @Test
    void nothing_is_lost_and_nothing_settled_comes_again() throws Exception {
        String alice = api.agent("alice");
        String bob = api.agent("bob");
        List<String> sent = new ArrayList<>();
        for (int i = 0; i < MESSAGES; i++) {
            sent.add(api.tell(alice, "bob", "m" + i));
            if (i % 20 == 19) {
                takeSome(bob, 3);
                killAndStart();
            }
        }
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (settled.size() < MESSAGES) {
            assertThat(System.nanoTime()).as("settled: %s", settled.size()).isLessThan(until);
            takeSome(bob, 1);
        }

        assertThat(settled.keySet()).containsExactlyInAnyOrderElementsOf(sent);
        assertThat(api.get("/v1/deliveries?wait=1s", bob).data()).isEmpty();
        assertThat(api.get("/v1/deliveries?status=acked&limit=200", bob).each("message_id"))
                .containsExactlyInAnyOrderElementsOf(with("ack"));
        assertThat(api.get("/v1/deliveries?status=failed&limit=200", bob).each("message_id"))
                .containsAll(with("fail"));
    }

    private List<String> with(String outcome) {
        return settled.entrySet().stream()
                .filter(entry -> entry.getValue().equals(outcome))
                .map(Map.Entry::getKey)
                .toList();
    }

    private void takeSome(String bob, int polls) {
        for (int i = 0; i < polls; i++) {
            TestServer.Reply reply = api.get("/v1/deliveries?wait=3s&limit=10", bob);
            reply.data().forEach(item -> settle(bob, item));
        }
    }

    private void settle(String bob, JsonNode item) {
        String message = item.get("message_id").asString();
        assertThat(settled).as("settled before").doesNotContainKey(message);
        String path = "/v1/deliveries/" + item.get("id").asString();
        switch (random.nextInt(5)) {
            case 0 -> {
                // left alone: it comes again
            }
            case 1 -> {
                String soon = Instant.now().plusMillis(300).toString();
                api.post(path + "/defer", bob, "{\"available_at\":\"" + soon + "\"}").data();
            }
            case 2 -> {
                api.post(path + "/fail", bob, "{\"error\":\"no\"}").data();
                settled.put(message, "fail");
            }
            default -> {
                api.post(path + "/ack", bob, null).data();
                settled.put(message, "ack");
            }
        }
    }

    private void killAndStart() throws IOException {
        int port = server.port();
        server.kill();
        api.close();
        server = ServerProcess.start(folder.resolve("data"), port, "sqlite");
        api = new RelayApi(server.url(), key);
    }
}
