package dev.waybill.server.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.server.store.TestEngine;
import java.net.URI;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/// Who may watch, and for how long.
@ParameterizedClass
@EnumSource(TestEngine.class)
class ObserverStreamAccessTest {
    private static final String EVERYTHING =
            "'stream:read','messages:read','deliveries:read','channels:read'";

    private final TestEngine engine;
    @TempDir private Path temp;
    private WatchedServer acme;

    ObserverStreamAccessTest(TestEngine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void start() {
        acme = new WatchedServer(engine, temp.resolve("data"));
    }

    @AfterEach
    void stop() {
        acme.close();
    }

    @Test
    void agents_nodes_and_strangers_are_turned_away_with_words() {
        assertRefused(acme.keys.agentToken(), 401, "unauthorized");
        assertRefused("nt_live_" + "0".repeat(48), 401, "node_token_invalid");
        assertRefused("ot_live_" + "0".repeat(48), 401, "observer_token_invalid");
        assertRefused("nonsense", 401, "unauthorized");
        assertRefused("", 401, "unauthorized");
        assertRefused(acme.observer("'messages:read'", "{}"), 403, "insufficient_scope");
    }

    @Test
    void a_token_in_the_header_opens_the_stream_and_one_in_the_query_goes_before_it() {
        URI uri = URI.create("ws://127.0.0.1:" + acme.server.url().getPort() + "/v1/ws");
        var bearer =
                acme.client
                        .newWebSocketBuilder()
                        .header("Authorization", "Bearer " + acme.keys.workspaceKey());

        bearer.buildAsync(uri, new WebSocket.Listener() {}).join().abort();

        assertThatThrownBy(
                        () ->
                                bearer.buildAsync(
                                                URI.create(
                                                        uri + "?token=" + acme.keys.agentToken()),
                                                new WebSocket.Listener() {})
                                        .join())
                .hasCauseInstanceOf(WebSocketHandshakeException.class);
    }

    @Test
    void a_revoked_token_closes_its_streams_and_a_rotated_one_too() throws Exception {
        JsonNode first = acme.observe("'stream:read','messages:read'", "{}");
        JsonNode second = acme.observe(EVERYTHING, "{}");
        try (Watcher one = acme.watch(WatchedServer.token(first));
                Watcher two = acme.watch(WatchedServer.token(second))) {
            acme.send("DELETE", "/v1/observer-tokens/" + first.get("id").asString(), null);
            acme.send(
                    "POST", "/v1/observer-tokens/" + second.get("id").asString() + "/rotate", null);

            assertThat(one.closeCode()).isEqualTo(1008);
            assertThat(two.closeCode()).isEqualTo(1008);
        }
    }

    @Test
    void an_expired_token_closes_its_streams_though_nothing_happens() {
        String soon = Instant.now().plusSeconds(2).truncatedTo(ChronoUnit.MILLIS).toString();
        JsonNode made =
                WatchedServer.data(
                        acme.send(
                                "POST",
                                "/v1/observer-tokens",
                                "{'name':'brief','scopes':['stream:read'],'expires_at':'"
                                        + soon
                                        + "'}"));
        try (Watcher watcher = acme.watch(WatchedServer.token(made))) {
            assertThat(watcher.closeCode()).isEqualTo(1008);
        }
    }

    @Test
    void narrowed_filters_hold_for_streams_that_are_open() throws Exception {
        JsonNode made = acme.observe(EVERYTHING, "{}");
        String place = "/v1/observer-tokens/" + made.get("id").asString();
        try (Watcher watcher = acme.watch(WatchedServer.token(made));
                Watcher witness = acme.watch()) {
            acme.post("one");
            watcher.untilText("one");
            acme.send("PATCH", place, "{'filters':{'channel_names':['ops']}}");
            awaitHidden(watcher, witness);

            acme.send("PATCH", place, "{'scopes':['messages:read']}");

            assertThat(watcher.closeCode()).isEqualTo(1008);
        }
    }

    /// Posts until the watcher does not hear of it any more, which may take a moment.
    private void awaitHidden(Watcher watcher, Watcher witness) throws Exception {
        long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        boolean hidden = false;
        for (int i = 0; !hidden && System.nanoTime() < deadline; i++) {
            acme.post("probe " + i);
            witness.untilText("probe " + i);
            String told =
                    watcher.say("{\"type\":\"resync\",\"last_seen_seq\":0}")
                            .untilType("resync_ack")
                            .toString();
            hidden = !told.contains("probe " + i);
        }
        assertThat(hidden).isTrue();
    }

    private void assertRefused(String token, int status, String code) {
        assertThat(acme.refusal(token))
                .startsWith("HTTP/1.1 " + status + " ")
                .contains("{\"ok\":false,\"error\":{\"code\":\"" + code + "\"");
        assertThatThrownBy(() -> acme.watch(token))
                .hasCauseInstanceOf(WebSocketHandshakeException.class);
    }
}
