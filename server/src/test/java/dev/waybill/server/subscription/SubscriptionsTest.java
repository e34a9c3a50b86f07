package dev.waybill.server.subscription;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.server.WholeServer;
import dev.waybill.server.WholeServer.Reply;
import dev.waybill.server.config.Network;
import dev.waybill.server.config.OutboundConfig;
import dev.waybill.server.outbound.Receiver;
import dev.waybill.server.store.TestEngine;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/// Subscriptions over HTTP with a real receiver, on each engine.
@ParameterizedClass
@EnumSource(TestEngine.class)
class SubscriptionsTest {
    private static final Json JSON = new Json(JsonLimits.DEFAULTS);
    private static final String MESSAGES = "[\"message.created\"]";

    private final TestEngine engine;
    @TempDir private Path temp;
    private WholeServer server;
    private Receiver receiver;
    private String key;

    SubscriptionsTest(TestEngine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void start() {
        receiver = Receiver.start();
        server = WholeServer.start(engine, temp.resolve("data"));
        key = server.workspaceKey();
    }

    @AfterEach
    void stop() {
        receiver.close();
        server.close();
    }

    @Test
    void events_arrive_in_order_and_signed() throws Exception {
        say("before");
        create(
                MESSAGES,
                ",\"secret\":\"s3cret\",\"headers\":{\"X-Mine\":\"1\",\"X-Relay-Event\":\"forged\"}");

        say("one");
        say("two");
        say("three");
        receiver.await(3);

        assertThat(texts()).containsExactly("one", "two", "three");
        Receiver.Request request = receiver.requests().getFirst();
        JsonNode body = JSON.tree(request.body());
        assertThat(request.header("X-relay-event")).isEqualTo("message.created");
        assertThat(request.header("X-mine")).isEqualTo("1");
        assertThat(request.header("Content-type")).isEqualTo("application/json");
        assertThat(request.header("X-relay-timestamp")).isEqualTo(body.get("timestamp").asString());
        assertThat(request.header("X-relay-signature"))
                .isEqualTo("sha256=" + hmac("s3cret", request.body()));
        assertThat(body.get("type").asString()).isEqualTo("message.created");
        assertThat(body.get("seq").asLong()).isPositive();
        assertThat(body.get("workspace_id").asString())
                .isEqualTo(server.get("/v1/workspace", key).text("id"));
        assertThat(body.get("data").get("channel_name").asString()).isEqualTo("general");
        assertThat(body.get("data").get("agent_name").asString()).isEqualTo("operator");
    }

    @Test
    void only_what_was_asked_for_is_sent() {
        create("[\"webhook.received\"]", "");
        create(MESSAGES, ",\"filter\":{\"channel\":\"elsewhere\"}");
        create(MESSAGES, ",\"filter\":{\"channel\":\"general\",\"mentions\":\"bob\"}");

        say("hello @bobby");
        say("hello @bob");
        receiver.await(1);
        Reply hook = server.post("/v1/webhooks", key, "{\"name\":\"ci\",\"channel\":\"general\"}");
        server.post(
                "/v1/hooks/" + hook.text("webhook_id"), hook.text("token"), "{\"text\":\"red\"}");
        receiver.await(2);

        assertThat(receiver.requests())
                .extracting(request -> request.header("X-relay-event"))
                .containsExactly("message.created", "webhook.received");
        assertThat(texts().getFirst()).isEqualTo("hello @bob");
    }

    @Test
    void a_restart_goes_on_where_the_subscriber_was() {
        create(MESSAGES, "");
        say("one");
        say("and one");
        receiver.await(2); // so the first is settled
        receiver.answer(503, Map.of());
        say("two");
        receiver.await(3);
        server.stop();
        int before = texts().size();
        receiver.answer(200, Map.of());
        server.startAgain();
        say("three");
        WholeServer.await("the last", () -> texts().getLast().equals("three"));

        assertThat(texts()).startsWith("one").endsWith("two", "three");
        assertThat(texts().subList(before, texts().size())).doesNotContain("one");
    }

    @Test
    void an_event_whose_answer_never_came_is_repeated() {
        String id = create(MESSAGES, "").text("id");
        receiver.hold();
        say("one");
        receiver.await(1);
        server.stop();
        receiver.release();
        server.startAgain();
        receiver.await(2);
        say("two");
        receiver.await(3);

        assertThat(texts()).containsExactly("one", "one", "two");
        WholeServer.await(
                "no failures",
                () ->
                        server.get("/v1/subscriptions/" + id, key).data().path("failures").asInt()
                                == 0);
    }

    @Test
    void a_slow_subscriber_delays_nobody_else() {
        receiver.hold();
        create(MESSAGES, "");
        try (Receiver quick = Receiver.start()) {
            server.post("/v1/subscriptions", key, body(MESSAGES, quick.url(), ""));

            say("one");
            say("two");
            quick.await(2);

            assertThat(receiver.requests()).hasSizeLessThanOrEqualTo(1);
        }
    }

    @Test
    void a_failure_is_shown_and_a_redirect_is_one() {
        String id = create(MESSAGES, "").text("id");
        receiver.answer(
                302, Map.of("Location", "http://127.0.0.1:" + receiver.port() + "/elsewhere"));

        say("one");
        receiver.await(1);
        WholeServer.await(
                "the failure is kept",
                () ->
                        server.get("/v1/subscriptions/" + id, key)
                                .text("last_error")
                                .equals("HTTP 302: redirect not allowed"));
        receiver.answer(200, Map.of());
        receiver.await(2);

        assertThat(receiver.requests()).noneMatch(request -> request.path().contains("elsewhere"));
        WholeServer.await(
                "the success is kept",
                () ->
                        server.get("/v1/subscriptions/" + id, key)
                                .data()
                                .path("last_error")
                                .isNull());
    }

    @Test
    void who_fails_for_too_long_is_switched_off() {
        try (WholeServer hasty =
                WholeServer.start(
                        engine,
                        temp.resolve("hasty"),
                        new OutboundConfig(
                                List.of(Network.of("127.0.0.0/8")),
                                Duration.ofSeconds(10),
                                Duration.ofMillis(1)))) {
            receiver.answer(500, Map.of());
            String id =
                    hasty.post(
                                    "/v1/subscriptions",
                                    hasty.workspaceKey(),
                                    body(MESSAGES, receiver.url(), ""))
                            .text("id");

            hasty.post("/v1/channels/general/messages", hasty.agentToken(), "{\"text\":\"one\"}");

            WholeServer.await(
                    "it is switched off",
                    () ->
                            !hasty.get("/v1/subscriptions/" + id, hasty.workspaceKey())
                                    .data()
                                    .path("is_active")
                                    .asBoolean());
        }
    }

    @Test
    void where_the_server_may_not_go_it_does_not_subscribe_anyone() {
        for (String url :
                List.of(
                        "http://10.0.0.1/",
                        "http://[::1]/",
                        "ftp://127.0.0.1/",
                        "http://u:p@127.0.0.1/",
                        "x")) {
            server.post("/v1/subscriptions", key, body(MESSAGES, url, ""))
                    .isRefused(400, "invalid_request");
        }
        server.post("/v1/subscriptions", key, body("[\"nonsense\"]", receiver.url(), ""))
                .isRefused(400, "invalid_event_type");
        server.post("/v1/subscriptions", key, body("[]", receiver.url(), ""))
                .isRefused(400, "invalid_request");
        server.post(
                        "/v1/subscriptions",
                        key,
                        body(MESSAGES, receiver.url(), ",\"headers\":{\"a\":\"b\\r\\nc: d\"}"))
                .isRefused(400, "invalid_request");
        server.post("/v1/subscriptions", server.agentToken(), body(MESSAGES, receiver.url(), ""))
                .isRefused(401, "unauthorized");
    }

    @Test
    void a_subscription_shows_no_secrets_and_can_be_ended() {
        Reply created =
                create(
                        MESSAGES,
                        ",\"secret\":\"hush\",\"headers\":{\"Authorization\":\"Bearer hush\"}");
        String path = "/v1/subscriptions/" + created.text("id");

        assertThat(created.status()).isEqualTo(201);
        assertThat(created.response().body()).doesNotContain("hush");
        assertThat(server.get(path, key).response().body())
                .doesNotContain("hush")
                .contains("Authorization");
        assertThat(server.get("/v1/subscriptions", key).data()).hasSize(1);
        assertThat(server.delete(path, key).status()).isEqualTo(204);
        say("after");
        server.get(path, key).isRefused(404, "subscription_not_found");
        server.delete(path, key).isRefused(404, "subscription_not_found");
        assertThat(server.get("/v1/subscriptions", key).data()).isEmpty();
    }

    private Reply create(String events, String more) {
        Reply created = server.post("/v1/subscriptions", key, body(events, receiver.url(), more));
        assertThat(created.status()).as(created.response().body()).isEqualTo(201);
        return created;
    }

    private static String body(String events, String url, String more) {
        return "{\"events\":%s,\"url\":\"%s\"%s}".formatted(events, url, more);
    }

    private void say(String text) {
        Reply said =
                server.post(
                        "/v1/channels/general/messages",
                        server.agentToken(),
                        "{\"text\":\"" + text + "\"}");
        assertThat(said.status()).isEqualTo(201);
    }

    private List<String> texts() {
        return receiver.requests().stream()
                .map(request -> JSON.tree(request.body()).path("data").path("text").asString(""))
                .toList();
    }

    private static String hmac(String secret, String body) throws Exception {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(secret.getBytes(UTF_8), "HmacSHA256"));
        return HexFormat.of().formatHex(mac.doFinal(body.getBytes(UTF_8)));
    }
}
