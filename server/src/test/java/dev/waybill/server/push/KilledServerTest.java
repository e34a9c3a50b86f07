package dev.waybill.server.push;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.server.node.ServerProcess;
import dev.waybill.server.push.Hook.Answer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// A server that is killed between posting and hearing the answer.
@Timeout(120)
class KilledServerTest {
    private static final Json JSON = new Json(JsonLimits.STORED);

    @TempDir private Path folder;

    @Test
    void nothing_is_lost_and_what_is_repeated_has_the_same_id() throws Exception {
        Path data = Files.createDirectories(folder.resolve("data"));
        Files.writeString(
                data.resolve("waybill.toml"),
                """
                outbound.allowed-networks = "127.0.0.0/8"
                push.timeout = "1s"
                """,
                UTF_8);
        CountDownLatch never = new CountDownLatch(1);
        AtomicInteger requests = new AtomicInteger();
        try (Hook hook = Hook.start()) {
            hook.answer(
                    _ -> {
                        if (requests.incrementAndGet() == 2) {
                            never.await();
                        }
                        return Answer.OK;
                    });
            String key = live(data, hook);

            try (ServerProcess second = ServerProcess.start(data, 0, "sqlite")) {
                hook.await("one", "two", "three");

                assertThat(second.key()).isEqualTo("-");
                assertThat(key).startsWith("rk_live_");
                List<Hook.Posted> two =
                        hook.posted().stream().filter(one -> one.text().equals("two")).toList();
                assertThat(two).hasSize(2);
                assertThat(two.getFirst().delivery()).isEqualTo(two.getLast().delivery());
                assertThat(hook.texts()).containsExactly("one", "two", "two", "three");
            }
        }
    }

    /// Runs a server until it is killed with a request under way.
    private static String live(Path data, Hook hook) throws Exception {
        try (ServerProcess server = ServerProcess.start(data, 0, "sqlite")) {
            String key = server.key();
            post(server, "/v1/agents", key, "{\"name\":\"bob\"}");
            String ann =
                    post(server, "/v1/agents", key, "{\"name\":\"ann\"}").path("token").asString();
            String delivery = "{\"url\":\"" + hook.url() + "\",\"ack_mode\":\"on_2xx\"}";
            post(server, "/v1/nodes", key, PushRelay.node("hook", delivery));
            post(server, "/v1/nodes/hook/agents", key, "{\"agent_name\":\"bob\"}");
            for (String text : List.of("one", "two", "three")) {
                post(server, "/v1/dm", ann, "{\"to\":\"bob\",\"text\":\"" + text + "\"}");
            }
            hook.awaitCount(2);
            server.kill();
            return key;
        }
    }

    private static JsonNode post(ServerProcess server, String path, String token, String body)
            throws IOException, InterruptedException {
        URI uri = server.url().resolve(path);
        try (HttpClient client = HttpClient.newHttpClient()) {
            String answer =
                    client.send(
                                    HttpRequest.newBuilder(uri)
                                            .header("Authorization", "Bearer " + token)
                                            .header("Content-Type", "application/json")
                                            .POST(BodyPublishers.ofString(body))
                                            .build(),
                                    BodyHandlers.ofString())
                            .body();
            return JSON.tree(answer).path("data");
        }
    }
}
