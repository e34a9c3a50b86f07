package dev.waybill.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.waybill.server.TestServer.Reply;
import dev.waybill.server.config.AccessConfig;
import dev.waybill.server.config.Config;
import dev.waybill.server.config.HttpConfig;
import dev.waybill.server.config.ServerConfig;
import dev.waybill.server.config.StoreConfig;
import dev.waybill.server.http.TestSocket;
import dev.waybill.server.store.TestEngine;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocketHandshakeException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Whoever shows one wrong token after the other is told to wait.
class WrongTokensTest {
    private static final int LIMIT = 5;

    /// More than two minutes' worth, as a new one may begin meanwhile.
    private static final int ENOUGH = 3 * LIMIT;

    @TempDir private Path temp;
    private TestServer server;

    @BeforeEach
    void start() {
        HttpConfig usual = Config.DEFAULTS.http();
        server =
                TestServer.start(
                        temp,
                        new HttpConfig(
                                usual.maxBodyBytes(),
                                usual.maxHeaderBytes(),
                                usual.maxConnections(),
                                usual.idleTimeout(),
                                usual.headerTimeout(),
                                usual.minBytesPerSecond(),
                                usual.rateLimit(),
                                LIMIT));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void too_many_wrong_tokens_are_answered_with_a_pause() {
        List<Reply> replies = new ArrayList<>();
        for (int guess = 0; guess < ENOUGH; guess++) {
            replies.add(server.get("/v1/agents", "at_live_" + "%032x".formatted(guess)));
        }

        assertThat(replies.getFirst().status()).isEqualTo(401);
        Reply refused =
                replies.stream().filter(reply -> reply.status() != 401).findFirst().orElseThrow();
        refused.refused(429, "rate_limit_exceeded");
        assertThat(Long.parseLong(refused.header("Retry-After"))).isBetween(1L, 60L);
    }

    @Test
    void who_holds_a_good_token_is_let_in_all_the_time() {
        for (int guess = 0; guess < ENOUGH; guess++) {
            server.get("/v1/agents", guess % 2 == 0 ? "garbage" : "rk_live_" + "0".repeat(32));
            assertThat(server.get("/v1/agents", server.key()).status()).isEqualTo(200);
        }
    }

    @Test
    void tokens_shown_for_sockets_count_as_well() {
        List<Integer> statuses = new ArrayList<>();
        for (int guess = 0; guess < ENOUGH; guess++) {
            statuses.add(handshake(guess % 2 == 0 ? "/v1/ws" : "/v1/node/ws"));
        }

        assertThat(statuses).startsWith(401).contains(429).containsOnly(401, 429);
    }

    @Test
    void a_good_token_in_the_wrong_place_and_none_at_all_are_no_guesses() {
        for (int request = 0; request < ENOUGH; request++) {
            assertThat(server.get("/v1/agent", server.key()).status()).isEqualTo(401);
            assertThat(server.get("/v1/agent", null).status()).isEqualTo(401);
        }
    }

    /// Not even the right one is listened to then.
    @Test
    void the_admin_token_cannot_be_guessed_for_long() throws Exception {
        Config config = beyondLoopback(temp.resolve("exposed"));
        try (Waybill exposed = Waybill.start(config);
                HttpClient client = HttpClient.newHttpClient()) {
            int status = 401;
            for (int guess = 0; guess < 30 && status == 401; guess++) {
                status = create(client, exposed, "guess " + guess);
            }

            assertThat(status).isEqualTo(429);
            assertThat(create(client, exposed, "let me in please")).isEqualTo(429);
        }
    }

    private static int create(HttpClient client, Waybill server, String admin) throws Exception {
        return client.send(
                        HttpRequest.newBuilder(server.url().resolve("/v1/workspaces"))
                                .header("Authorization", "Bearer " + admin)
                                .header("Content-Type", "application/json")
                                .POST(HttpRequest.BodyPublishers.ofString("{\"name\":\"acme\"}"))
                                .build(),
                        HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }

    private static Config beyondLoopback(Path folder) {
        Config usual = Config.DEFAULTS;
        return new Config(
                new ServerConfig("0.0.0.0", 0, folder, 0, Duration.ofSeconds(5)),
                StoreConfig.DEFAULTS.withDatabase(TestEngine.SQLITE.freshDatabase()),
                usual.http(),
                usual.tls(),
                new AccessConfig("let me in please", false),
                usual.delivery(),
                usual.files(),
                usual.outbound(),
                usual.push(),
                usual.redaction(),
                usual.actions(),
                usual.network(),
                usual.nats(),
                usual.providers(),
                usual.ui(),
                usual.log());
    }

    private int handshake(String path) {
        String token = "?token=nt_live_" + "0".repeat(48);
        CompletionException failure =
                catchThrowableOfType(
                        CompletionException.class,
                        () -> TestSocket.open(server.url(), path + token));
        return failure.getCause() instanceof WebSocketHandshakeException refused
                ? refused.getResponse().statusCode()
                : 0;
    }
}
