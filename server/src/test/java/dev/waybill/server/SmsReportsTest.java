package dev.waybill.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.config.ProvidersConfig;
import dev.waybill.server.provider.StubProvider;
import dev.waybill.server.provider.StubProvider.Behaviour;
import dev.waybill.server.store.TestEngine;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/// What Twilio tells of text messages after it has taken them, on each engine.
@ParameterizedClass
@EnumSource(TestEngine.class)
class SmsReportsTest {
    private static final String SEND = "POST /2010-04-01/Accounts/AC1/Messages.json";
    private static final String HERE = "https://relay.example/ingress/sms";
    private static final String TOKEN = "token-of-the-account";

    private final TestEngine engine;
    @TempDir private Path temp;
    private StubProvider stub;
    private WholeServer server;

    SmsReportsTest(TestEngine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void start() {
        stub = StubProvider.start();
        Map<String, String> account =
                Map.of(
                        "account-sid",
                        "AC1",
                        "auth-token",
                        TOKEN,
                        "from",
                        "+15005550006",
                        "base-url",
                        stub.url(),
                        "status-url",
                        HERE);
        server =
                WholeServer.start(
                        engine,
                        temp.resolve("data"),
                        new ProvidersConfig(Map.of("sms", account), null, null, false, List.of()));
    }

    @AfterEach
    void stop() {
        server.close();
        stub.close();
    }

    @Test
    void what_became_of_a_message_is_put_down_once() throws Exception {
        stub.on(SEND, 201, "{\"sid\":\"SM1\",\"status\":\"queued\"}");
        String id = send();

        assertThat(stub.journal().getFirst().body())
                .contains("StatusCallback=" + URLEncoder.encode(HERE + "/" + id, UTF_8));
        assertThat(accepted(report(id, "sent", "SM1", ""))).isTrue();
        assertThat(accepted(report(id, "delivered", "SM1", ""))).isTrue();
        assertThat(accepted(report(id, "delivered", "SM1", ""))).as("a copy").isFalse();
        assertThat(accepted(report(id, "sent", "SM1", ""))).as("late").isFalse();
        assertThat(accepted(report(id, "failed", "SM2", ""))).as("another").isFalse();

        JsonNode shown = show(id);
        assertThat(shown.path("status").asString()).isEqualTo("sent");
        assertThat(shown.at("/result/status").asString()).isEqualTo("delivered");
        assertThat(shown.path("events").valueStream().map(one -> one.path("by").asString("")))
                .containsExactly("", "", "", "sms", "sms");
        assertThat(shown.path("events").get(4).path("responseExcerpt").asString())
                .isEqualTo("delivered");
    }

    @Test
    void what_is_told_before_the_call_is_answered_waits_for_that() throws Exception {
        CountDownLatch open = new CountDownLatch(1);
        stub.on(
                SEND,
                new Behaviour.Held(
                        open,
                        new Behaviour.Answer(
                                201, Map.of(), "{\"sid\":\"SM1\",\"status\":\"queued\"}")));
        String id = send(",\"waitMs\":0");
        WholeServer.await("the call", () -> !stub.journal().isEmpty());
        Map<String, String> form = form("delivered", "SM1", "");
        String signature = signature(TOKEN, id, form);
        FutureTask<WholeServer.Reply> early = new FutureTask<>(() -> post(id, form, signature));
        Thread.ofVirtual().start(early);

        Instant later = Instant.now().plusMillis(300);
        WholeServer.await("it has come", () -> Instant.now().isAfter(later));
        assertThat(early.isDone()).isFalse();
        open.countDown();

        assertThat(accepted(early.get(20, TimeUnit.SECONDS))).isTrue();
        assertThat(show(id).at("/result/status").asString()).isEqualTo("delivered");
    }

    @Test
    void what_the_network_could_not_deliver_is_not_sent_again() throws Exception {
        stub.on(SEND, 201, "{\"sid\":\"SM1\",\"status\":\"queued\"}");
        String id = send();

        report(id, "undelivered", "SM1", "30005");

        JsonNode shown = show(id);
        assertThat(shown.path("status").asString()).isEqualTo("sent");
        assertThat(shown.path("note").asString()).isEqualTo("the message is undelivered (30005)");
        assertThat(shown.path("events").get(3).path("errorCode").asString())
                .isEqualTo("provider_rejected");
        assertThat(stub.journal()).hasSize(1);
    }

    @Test
    void what_nobody_knew_is_known_then_and_what_failed_stays_so() throws Exception {
        stub.cut(SEND).on(SEND, 400, "{\"code\":21211,\"message\":\"bad To\",\"status\":400}");
        String unknown = send();
        String failed = send();

        assertThat(accepted(report(unknown, "sent", "SM9", ""))).isTrue();
        assertThat(accepted(report(failed, "delivered", "SM8", ""))).isFalse();

        assertThat(show(unknown).path("status").asString()).isEqualTo("sent");
        assertThat(show(failed).path("status").asString()).isEqualTo("failed");
    }

    @Test
    void who_cannot_sign_learns_and_changes_nothing() throws Exception {
        stub.on(SEND, 201, "{\"sid\":\"SM1\",\"status\":\"queued\"}");
        String id = send();
        Map<String, String> form = form("delivered", "SM1", "");

        WholeServer.Reply wrong = post(id, form, signature("another token", id, form));
        WholeServer.Reply elsewhere = post(id, form, signature(TOKEN, "dlv_222222222222", form));
        WholeServer.Reply nobody =
                post("dlv_222222222222", form, signature(TOKEN, "dlv_222222222222", form));

        assertThat(List.of(wrong, elsewhere, nobody))
                .allSatisfy(
                        reply -> {
                            assertThat(reply.status()).isEqualTo(401);
                            assertThat(reply.body().path("code").asString())
                                    .isEqualTo("invalid_signature");
                        })
                .extracting(reply -> reply.body().path("error").asString())
                .containsOnly("there is no such attempt, or the signature is not its provider's");
        assertThat(show(id).at("/result/status").asString()).isEqualTo("queued");
    }

    private String send() {
        return send("");
    }

    private String send(String more) {
        JsonNode answer =
                server.post(
                                "/deliveries/send",
                                server.workspaceKey(),
                                "{\"provider\":\"sms\",\"surface\":\"phone\",\"targetRef\":\"+4915112345678\",\"payload\":{\"text\":\"ok\"}"
                                        + more
                                        + "}")
                        .body();
        return answer.path("deliveryId").asString();
    }

    private JsonNode show(String id) {
        return server.get("/deliveries/" + id, server.workspaceKey()).body();
    }

    private WholeServer.Reply report(String id, String status, String sid, String code)
            throws Exception {
        Map<String, String> form = form(status, sid, code);
        WholeServer.Reply reply = post(id, form, signature(TOKEN, id, form));
        assertThat(reply.status()).as(reply.response().body()).isEqualTo(200);
        return reply;
    }

    private static boolean accepted(WholeServer.Reply reply) {
        return reply.body().path("accepted").asBoolean(false);
    }

    private static Map<String, String> form(String status, String sid, String code) {
        Map<String, String> form = new TreeMap<>();
        form.put("AccountSid", "AC1");
        form.put("From", "+15005550006");
        form.put("MessageSid", sid);
        form.put("MessageStatus", status);
        if (!code.isEmpty()) {
            form.put("ErrorCode", code);
        }
        return form;
    }

    private WholeServer.Reply post(String id, Map<String, String> form, String signature) {
        String body =
                form.entrySet().stream()
                        .map(one -> one.getKey() + "=" + URLEncoder.encode(one.getValue(), UTF_8))
                        .collect(Collectors.joining("&"));
        return server.send(
                HttpRequest.newBuilder(server.uri("/ingress/sms/" + id))
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .header("X-Twilio-Signature", signature)
                        .POST(BodyPublishers.ofString(body)));
    }

    private static String signature(String token, String id, Map<String, String> form)
            throws Exception {
        StringBuilder signed = new StringBuilder(HERE + "/" + id);
        form.forEach((name, value) -> signed.append(name).append(value));
        Mac mac = Mac.getInstance("HmacSHA1");
        mac.init(new SecretKeySpec(token.getBytes(UTF_8), "HmacSHA1"));
        return Base64.getEncoder().encodeToString(mac.doFinal(signed.toString().getBytes(UTF_8)));
    }
}
