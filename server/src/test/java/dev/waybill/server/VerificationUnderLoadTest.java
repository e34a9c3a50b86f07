package dev.waybill.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.WholeServer.Reply;
import dev.waybill.server.config.DatabaseTarget;
import dev.waybill.server.config.NatsConfig;
import dev.waybill.server.config.StoreConfig;
import dev.waybill.server.store.TestEngine;
import dev.waybill.server.verify.Finding;
import dev.waybill.server.verify.Verification;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/// Whoever verifies what a busy server keeps hears of nothing that is not so.
class VerificationUnderLoadTest {
    private static final int SENDERS = 6;
    private static final int ROUNDS = 8;
    private static final int BETWEEN_ROUNDS = 20;

    private final AtomicBoolean over = new AtomicBoolean();
    private final AtomicInteger done = new AtomicInteger();

    @TempDir private Path data;

    @ParameterizedTest
    @EnumSource(TestEngine.class)
    void what_is_being_written_is_never_taken_for_a_fault(TestEngine engine) throws Exception {
        DatabaseTarget target = engine.freshDatabase();
        Verification verification =
                new Verification(StoreConfig.DEFAULTS.withDatabase(target), data);
        List<Future<?>> loads = new ArrayList<>();
        try (WholeServer server = WholeServer.start(target, 0, data, NatsConfig.DEFAULTS);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            try {
                String bob = agent(server, "bob");
                loads.add(threads.submit(() -> untilOver(() -> settle(server, bob))));
                for (int i = 0; i < SENDERS; i++) {
                    String sender = agent(server, "sender-" + i);
                    loads.add(threads.submit(() -> untilOver(() -> use(server, sender))));
                }
                for (int round = 1; round <= ROUNDS; round++) {
                    int enough = round * BETWEEN_ROUNDS;
                    WholeServer.await("load", () -> done.get() > enough || isOver(loads));
                    assertThat(verification.run(_ -> {}))
                            .as("round %s", round)
                            .allMatch(Finding::holds)
                            .hasSize(Verification.size());
                }
            } finally {
                over.set(true);
            }
            for (Future<?> load : loads) {
                load.get();
            }
        }
        assertThat(done).hasValueGreaterThan(ROUNDS * BETWEEN_ROUNDS);
    }

    private static boolean isOver(List<Future<?>> loads) {
        return loads.stream().anyMatch(Future::isDone);
    }

    private void untilOver(Runnable load) {
        while (!over.get()) {
            load.run();
            done.incrementAndGet();
        }
    }

    private static void use(WholeServer server, String sender) {
        server.post("/v1/dm", sender, "{\"to\":\"bob\",\"text\":\"hello\"}").data();
        server.post("/v1/channels/general/messages", sender, "{\"text\":\"hello\"}").data();
        Reply announced =
                server.post(
                        "/v1/files/upload",
                        sender,
                        "{\"filename\":\"a.txt\",\"content_type\":\"text/plain\",\"size_bytes\":5}");
        Reply put =
                server.send(
                        HttpRequest.newBuilder(URI.create(announced.text("upload_url")))
                                .PUT(BodyPublishers.ofString("hello")));
        assertThat(put.status()).isEqualTo(200);
        String file = "/v1/files/" + announced.text("id");
        server.post(file + "/complete", sender, "{}").data();
        assertThat(server.delete(file, sender).status()).isBetween(200, 299);
    }

    private static void settle(WholeServer server, String bob) {
        int place = 0;
        for (JsonNode item : server.get("/v1/deliveries?wait=1s&limit=10", bob).data()) {
            String path = "/v1/deliveries/" + item.get("id").asString();
            if (place++ % 3 == 0) {
                server.post(path + "/fail", bob, "{\"error\":\"no\"}").data();
            } else {
                server.post(path + "/ack", bob).data();
            }
        }
    }

    private static String agent(WholeServer server, String name) {
        return server.post("/v1/agents", server.workspaceKey(), "{\"name\":\"" + name + "\"}")
                .text("token");
    }
}
