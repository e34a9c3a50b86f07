package dev.waybill.server.push;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.node.PushAuth;
import dev.waybill.server.store.TestEngine;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// How receivers check where a request comes from, done here as a receiver would do it.
@Timeout(60)
class PushAuthTest {
    @TempDir private Path folder;
    private PushRelay relay;
    private Hook hook;

    @BeforeEach
    void start() {
        relay = PushRelay.start(TestEngine.SQLITE, folder);
        hook = Hook.start();
    }

    @AfterEach
    void stop() {
        relay.close();
        hook.close();
    }

    @Test
    void the_signature_covers_the_time_and_the_exact_bytes() throws Exception {
        Hook.Posted posted =
                post("http.hmac.v1", "{\"type\":\"hmac_sha256\",\"secret\":\"s3cret\"}");

        String time = posted.header("X-relaycast-timestamp");
        assertThat(Instant.parse(time)).isBeforeOrEqualTo(Instant.now());
        assertThat(posted.header("X-relaycast-signature"))
                .isEqualTo("sha256=" + hex("s3cret", time + "." + posted.body()));
    }

    @Test
    void the_signature_is_where_and_what_its_owner_wants() throws Exception {
        Hook.Posted posted =
                post(
                        "http.hmac.v1",
                        """
                        {"type":"hmac_sha256","secret":"k","signature_header":"X-Hub-Signature-256",
                         "timestamp_header":"X-Sent","signed_payload":"body","prefix":""}
                        """);

        assertThat(posted.header("X-hub-signature-256")).isEqualTo(hex("k", posted.body()));
        assertThat(posted.header("X-sent")).isNotEmpty();
        assertThat(posted.header("X-relaycast-signature")).isEmpty();
    }

    @Test
    void a_bearer_token_is_sent() {
        Hook.Posted posted = post("http.bearer.v1", "{\"type\":\"bearer\",\"token\":\"t0ken\"}");

        assertThat(posted.header("Authorization")).isEqualTo("Bearer t0ken");
    }

    @Test
    void headers_are_sent_as_they_were_given() {
        Hook.Posted posted =
                post(
                        "http.static_headers.v1",
                        "{\"type\":\"static_headers\",\"headers\":{\"X-Api-Key\":\"abc\"}}");

        assertThat(posted.header("X-api-key")).isEqualTo("abc");
    }

    @Test
    void standard_webhooks_can_verify_it() throws Exception {
        String secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

        Hook.Posted posted =
                post(
                        "http.standard_webhooks.v1",
                        "{\"type\":\"standard_webhooks\",\"secret\":\"" + secret + "\"}");

        String signed =
                posted.header("Webhook-id")
                        + "."
                        + posted.header("Webhook-timestamp")
                        + "."
                        + posted.body();
        byte[] key = Base64.getDecoder().decode(secret.substring("whsec_".length()));
        assertThat(posted.header("Webhook-signature"))
                .isEqualTo("v1," + Base64.getEncoder().encodeToString(sign(key, signed)));
        assertThat(posted.header("Webhook-id")).isEqualTo(posted.delivery());
    }

    @Test
    void the_published_example_of_standard_webhooks_is_signed_alike() {
        PushAuth.StandardWebhooks auth =
                new PushAuth.StandardWebhooks("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");

        assertThat(
                        Signature.headers(
                                auth,
                                "msg_p5jXN8AQM9LWM0D4loKWxJek",
                                "{\"test\": 2432232314}",
                                Instant.ofEpochSecond(1_614_265_330)))
                .containsEntry("webhook-timestamp", "1614265330")
                .containsEntry(
                        "webhook-signature", "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }

    @Test
    void no_secret_is_shown_to_anyone() {
        JsonNode node =
                relay.node(
                        "hook",
                        hook.url() + "?api_key=hidden-0&room=7",
                        "manual",
                        "{\"type\":\"static_headers\",\"headers\":{\"X-Any\":\"hidden-1\"}}");
        relay.node("other", hook.url(), "manual", "{\"type\":\"bearer\",\"token\":\"hidden-2\"}");

        String shown = relay.server().get("/v1/nodes", relay.sender()).response().body();

        assertThat(node.toString()).contains("X-Any").doesNotContain("hidden-");
        assertThat(shown).contains("[redacted]", "room=7").doesNotContain("hidden-");
    }

    private Hook.Posted post(String adapter, String auth) {
        relay.agent("bob");
        JsonNode node = relay.node("hook", hook.url(), "on_2xx", auth);
        assertThat(node.path("delivery_adapter").asString()).isEqualTo(adapter);
        relay.bind("hook", "bob");
        relay.tell("bob", "grüße 👋");
        hook.awaitCount(1);
        return hook.posted().getFirst();
    }

    private static String hex(String secret, String text) throws Exception {
        return HexFormat.of().formatHex(sign(secret.getBytes(UTF_8), text));
    }

    private static byte[] sign(byte[] key, String text) throws Exception {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        return mac.doFinal(text.getBytes(UTF_8));
    }
}
