package dev.waybill.server.ingress;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.protocol.source.Arrived;
import dev.waybill.protocol.source.Source;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.TestEngine;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(TestEngine.class)
class DoorsTest {
    static final String SECRET = "It's a Secret to Everybody";
    private static final String ISSUE =
            "{\"action\":\"opened\",\"sender\":{\"login\":\"ann\"},\"repository\":{\"full_name\":\"Acme/Widgets\"},\"issue\":{\"number\":7,\"title\":\"größe\"}}";

    private final TestEngine engine;
    @TempDir private Path temp;
    private IngressFixture fixture;
    private Source repo;

    DoorsTest(TestEngine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void open() {
        fixture = new IngressFixture(engine, temp);
        fixture.credential("github", Map.of("webhook-secret", SECRET));
        repo = fixture.source("github_repo", "acme/widgets", "{}");
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void the_example_of_githubs_documentation_is_signed_as_it_says() {
        Map<String, String> headers =
                Map.of(
                        "X-Hub-Signature-256",
                        "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17",
                        "X-GitHub-Event",
                        "issues",
                        "X-GitHub-Delivery",
                        "d-1",
                        "Content-Type",
                        "application/json");

        refused(Reason.MALFORMED_JSON, () -> github(headers, "Hello, World!"));
        refused(Reason.INVALID_SIGNATURE, () -> github(headers, "Hello, World"));
    }

    @Test
    void a_signed_webhook_becomes_an_event() {
        Arrived arrived = github(signed("issues", "d-1", ISSUE), ISSUE);

        assertThat(arrived).isEqualTo(new Arrived(true, 1, 0, 1L, null, null));
        assertThat(fixture.events(repo)).containsExactly("IssuesEvent.opened github_delivery:d-1");
        assertThat(fixture.metadata(repo).path("title").asString()).isEqualTo("größe");
    }

    @Test
    void a_delivery_made_again_is_known_and_one_that_was_missed_is_taken() {
        github(signed("issues", "d-1", ISSUE), ISSUE);

        Arrived again = github(signed("issues", "d-1", ISSUE), ISSUE);
        String other = ISSUE.replace("opened", "closed");
        Arrived missed = github(signed("issues", "d-0", other), other);

        assertThat(again).isEqualTo(new Arrived(true, 0, 1, null, "it is known already", null));
        assertThat(missed.appended()).isEqualTo(1);
        assertThat(fixture.events(repo)).hasSize(2);
    }

    @Test
    void what_is_not_signed_as_expected_looks_like_an_unknown_source() {
        Map<String, String> good = signed("issues", "d-1", ISSUE);
        Map<String, String> none = new HashMap<>(good);
        none.remove("X-Hub-Signature-256");
        Map<String, String> weak = new HashMap<>(none);
        weak.put("X-Hub-Signature", "sha1=0000000000000000000000000000000000000000");
        Map<String, String> bare = new HashMap<>(good);
        bare.computeIfPresent("X-Hub-Signature-256", (_, text) -> text.substring(7));

        refused(Reason.INVALID_SIGNATURE, () -> github(good, ISSUE + " "));
        refused(Reason.INVALID_SIGNATURE, () -> github(good, ISSUE.replace("opened", "closed")));
        refused(Reason.INVALID_SIGNATURE, () -> github(none, ISSUE));
        refused(Reason.INVALID_SIGNATURE, () -> github(weak, ISSUE));
        refused(Reason.INVALID_SIGNATURE, () -> github(bare, ISSUE));
        refused(
                Reason.INVALID_SIGNATURE,
                () -> fixture.receive("github", "src_unknown12345", good, ISSUE));
        refused(
                Reason.INVALID_SIGNATURE,
                () -> fixture.receive("feishu", repo.sourceId(), good, ISSUE));
        refused(
                Reason.INVALID_SIGNATURE,
                () -> fixture.receive("nowhere", repo.sourceId(), good, ISSUE));
        assertThat(fixture.events(repo)).isEmpty();
    }

    @Test
    void without_a_secret_nothing_is_proved() {
        fixture.credential("github", Map.of("token", "t"));
        refused(Reason.INVALID_SIGNATURE, () -> github(signed("issues", "d", ISSUE), ISSUE));
        fixture.credential("github", Map.of("webhook-secret", ""));
        refused(
                Reason.INVALID_SIGNATURE,
                () -> github(signedWith("none", "issues", "d", ISSUE), ISSUE));
        fixture.credentials.clear();
        refused(Reason.INVALID_SIGNATURE, () -> github(signed("issues", "d", ISSUE), ISSUE));
    }

    @Test
    void what_is_right_but_not_wanted_is_passed_over() {
        String other = ISSUE.replace("Acme/Widgets", "acme/other");

        assertThat(github(signed("ping", "d", "{}"), "{}").reason()).isEqualTo("pong");
        assertThat(github(signed("push", "d", ISSUE), ISSUE).reason()).contains("PushEvent");
        assertThat(github(signed("issues", "d", other), other).reason()).contains("acme/other");
        assertThat(github(signed("workflow_run", "d", ISSUE), ISSUE).accepted()).isFalse();
        assertThat(fixture.events(repo)).isEmpty();
    }

    @Test
    void a_source_of_runs_takes_runs() {
        Source runs = fixture.source("github_repo_ci", "acme/widgets", "{}");
        String run =
                "{\"action\":\"completed\",\"repository\":{\"full_name\":\"acme/widgets\"},\"workflow_run\":{\"id\":5,\"name\":\"CI\",\"status\":\"completed\",\"conclusion\":\"success\"}}";

        Arrived arrived =
                fixture.receive("github", runs.sourceId(), signed("workflow_run", "d", run), run);

        assertThat(arrived.appended()).isEqualTo(1);
        assertThat(fixture.events(runs))
                .containsExactly("workflow_run.ci.completed.success workflow_run:5");
        assertThat(
                        fixture.receive(
                                        "github",
                                        runs.sourceId(),
                                        signed("issues", "d", ISSUE),
                                        ISSUE)
                                .accepted())
                .isFalse();
    }

    @Test
    void hostile_bodies_are_refused_and_nothing_changes() {
        String deep = "[".repeat(10_000) + "]".repeat(10_000);
        Map<String, String> form = signed("issues", "d", "payload=x");
        form.put("Content-Type", "application/x-www-form-urlencoded");
        Map<String, String> nameless = signed("issues", "d", ISSUE);
        nameless.remove("X-GitHub-Delivery");

        refused(Reason.INVALID_REQUEST, () -> github(form, "payload=x"));
        refused(Reason.INVALID_REQUEST, () -> github(nameless, ISSUE));
        refused(Reason.INVALID_REQUEST, () -> github(signed("../x", "d", ISSUE), ISSUE));
        refused(Reason.INVALID_REQUEST, () -> github(signed("issues", "d d", ISSUE), ISSUE));
        for (String body :
                new String[] {
                    deep, "", "{", "[]", "null", "5", "{\"a\":1,\"a\":2}", "{\"a\":\"\\u0000\"}"
                }) {
            assertThatThrownBy(() -> github(signed("issues", "d", body), body))
                    .as(body)
                    .isInstanceOfSatisfying(
                            Refusal.class,
                            refusal ->
                                    assertThat(refusal.reason())
                                            .isIn(Reason.MALFORMED_JSON, Reason.INVALID_REQUEST));
        }
        assertThat(fixture.events(repo)).isEmpty();
    }

    @Test
    void a_source_that_is_paused_or_polled_takes_no_webhook() {
        Source polled = fixture.source("github_repo", "acme/polled", "{\"poll\":true}");
        String body = ISSUE.replace("Acme/Widgets", "acme/polled");
        fixture.pause(repo);

        refused(Reason.SOURCE_CONFLICT, () -> github(signed("issues", "d", ISSUE), ISSUE));
        refused(
                Reason.SOURCE_CONFLICT,
                () ->
                        fixture.receive(
                                "github", polled.sourceId(), signed("issues", "d", body), body));
    }

    @Test
    void feishu_is_answered_its_challenge() {
        Source bot = fixture.source("feishu_bot", "cli_1", "{}");
        fixture.credential("feishu", Map.of("verification-token", "v", "encrypt-key", "k"));
        String question = "{\"type\":\"url_verification\",\"token\":\"%s\",\"challenge\":\"abc\"}";

        assertThat(feishu(bot, Map.of(), encrypted("k", question.formatted("v"))).challenge())
                .isEqualTo("abc");
        refused(
                Reason.INVALID_SIGNATURE,
                () -> feishu(bot, Map.of(), encrypted("k", question.formatted("w"))));
        refused(
                Reason.INVALID_SIGNATURE,
                () -> feishu(bot, Map.of(), encrypted("other", question.formatted("v"))));
        refused(Reason.INVALID_SIGNATURE, () -> feishu(bot, Map.of(), question.formatted("v")));
        fixture.credential("feishu", Map.of("verification-token", "v"));
        assertThat(feishu(bot, Map.of(), question.formatted("v")).challenge()).isEqualTo("abc");
        fixture.credential("feishu", Map.of("app-id", "x"));
        refused(Reason.INVALID_SIGNATURE, () -> feishu(bot, Map.of(), question.formatted("v")));
    }

    @Test
    void feishu_signs_and_encrypts() {
        Source bot = fixture.source("feishu_bot", "cli_1", "{}");
        fixture.credential("feishu", Map.of("verification-token", "v", "encrypt-key", "k"));
        String body = encrypted("k", message("v"));
        Map<String, String> good = lark("k", body, "0");

        assertThat(feishu(bot, good, body).appended()).isEqualTo(1);
        assertThat(feishu(bot, good, body).deduped()).isEqualTo(1);
        assertThat(fixture.events(bot))
                .containsExactly("im.message.receive_v1.text feishu_event:e1");
        assertThat(fixture.metadata(bot).path("content").asString()).isEqualTo("hi");
        refused(Reason.INVALID_SIGNATURE, () -> feishu(bot, Map.of(), body));
        refused(Reason.INVALID_SIGNATURE, () -> feishu(bot, lark("j", body, "0"), body));
        refused(Reason.INVALID_SIGNATURE, () -> feishu(bot, good, body + " "));
        refused(Reason.INVALID_SIGNATURE, () -> feishu(bot, good, message("v")));
        String stolen = encrypted("k", message("w"));
        refused(Reason.INVALID_SIGNATURE, () -> feishu(bot, lark("k", stolen, "0"), stolen));
        fixture.pass(Duration.ofMinutes(6));
        refused(Reason.INVALID_SIGNATURE, () -> feishu(bot, good, body));
        for (String bad :
                new String[] {"", "{}", "{\"encrypt\":\"!\"}", "{\"encrypt\":\"AAAA\"}", "[1]"}) {
            refused(Reason.INVALID_SIGNATURE, () -> feishu(bot, lark("k", bad, "0"), bad));
        }
    }

    @Test
    void feishu_with_a_token_alone_carries_it() {
        Source bot = fixture.source("feishu_bot", "cli_1", "{}");
        fixture.credential("feishu", Map.of("verification-token", "v"));

        assertThat(feishu(bot, Map.of(), message("v")).appended()).isEqualTo(1);
        refused(Reason.INVALID_SIGNATURE, () -> feishu(bot, Map.of(), message("")));
    }

    @Test
    void a_program_signs_as_its_source_is_configured() {
        fixture.credential("webhook", Map.of("webhook-secret", "s"));
        Source plain = fixture.source("webhook", "desk", "{\"mapping\":{\"nativeId\":\"/id\"}}");
        Source timed =
                fixture.source(
                        "webhook",
                        "timed",
                        "{\"signature\":{\"header\":\"X-Sig\",\"prefix\":\"v1=\",\"encoding\":\"base64\",\"timestampHeader\":\"X-Time\",\"toleranceSeconds\":60}}");
        String body = "{\"id\":\"a\"}";
        String time = String.valueOf(IngressFixture.START.getEpochSecond());
        String sum =
                "v1="
                        + Base64.getEncoder()
                                .encodeToString(
                                        Hmac.sha256(bytes("s"), bytes(time + "."), bytes(body)));
        Map<String, String> good = Map.of("X-Sig", sum, "X-Time", time);

        assertThat(
                        webhook(
                                        plain,
                                        Map.of("X-Waybill-Signature", "sha256=" + hex("s", body)),
                                        body)
                                .appended())
                .isEqualTo(1);
        assertThat(fixture.events(plain)).containsExactly("webhook.received a");
        assertThat(webhook(timed, good, body).appended()).isEqualTo(1);
        refused(Reason.INVALID_SIGNATURE, () -> webhook(plain, Map.of(), body));
        refused(
                Reason.INVALID_SIGNATURE,
                () -> webhook(plain, Map.of("X-Waybill-Signature", hex("s", body)), body));
        refused(
                Reason.INVALID_SIGNATURE,
                () -> webhook(timed, Map.of("X-Sig", sum, "X-Time", time + "0"), body));
        refused(Reason.INVALID_SIGNATURE, () -> webhook(timed, Map.of("X-Sig", sum), body));
        fixture.pass(Duration.ofSeconds(61));
        refused(Reason.INVALID_SIGNATURE, () -> webhook(timed, good, body));
        refused(
                Reason.INVALID_REQUEST,
                () ->
                        webhook(
                                plain,
                                Map.of("X-Waybill-Signature", "sha256=" + hex("s", "{}")),
                                "{}"));
    }

    private Arrived github(Map<String, String> headers, String body) {
        return fixture.receive("github", repo.sourceId(), headers, body);
    }

    private Arrived feishu(Source bot, Map<String, String> headers, String body) {
        return fixture.receive("feishu", bot.sourceId(), headers, body);
    }

    private Arrived webhook(Source source, Map<String, String> headers, String body) {
        return fixture.receive("webhook", source.sourceId(), headers, body);
    }

    private static void refused(Reason reason, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.reason()).isEqualTo(reason));
    }

    static Map<String, String> signed(String event, String delivery, String body) {
        return signedWith(SECRET, event, delivery, body);
    }

    private static Map<String, String> signedWith(
            String secret, String event, String delivery, String body) {
        return new HashMap<>(
                Map.of(
                        "X-Hub-Signature-256",
                        "sha256=" + hex(secret, body),
                        "X-GitHub-Event",
                        event,
                        "X-GitHub-Delivery",
                        delivery,
                        "Content-Type",
                        "application/json; charset=utf-8"));
    }

    private static String hex(String secret, String body) {
        return HexFormat.of().formatHex(Hmac.sha256(bytes(secret), bytes(body)));
    }

    private static String message(String token) {
        return "{\"schema\":\"2.0\",\"header\":{\"event_id\":\"e1\",\"event_type\":\"im.message.receive_v1\",\"token\":\"%s\"},\"event\":{\"message\":{\"message_id\":\"om_1\",\"message_type\":\"text\",\"content\":\"{\\\"text\\\":\\\"hi\\\"}\"}}}"
                .formatted(token);
    }

    private static Map<String, String> lark(String key, String body, String nonce) {
        String time = String.valueOf(IngressFixture.START.getEpochSecond());
        String signature =
                HexFormat.of().formatHex(Hmac.digest(bytes(time + nonce + key), bytes(body)));
        return Map.of(
                "X-Lark-Request-Timestamp", time,
                "X-Lark-Request-Nonce", nonce,
                "X-Lark-Signature", signature);
    }

    private static String encrypted(String key, String text) {
        try {
            byte[] vector = new byte[16];
            new SecureRandom().nextBytes(vector);
            Cipher cipher = Cipher.getInstance("AES/CBC/PKCS5Padding");
            cipher.init(
                    Cipher.ENCRYPT_MODE,
                    new SecretKeySpec(Hmac.digest(bytes(key)), "AES"),
                    new IvParameterSpec(vector));
            byte[] sealed = cipher.doFinal(bytes(text));
            byte[] all = new byte[16 + sealed.length];
            System.arraycopy(vector, 0, all, 0, 16);
            System.arraycopy(sealed, 0, all, 16, sealed.length);
            return "{\"encrypt\":\"" + Base64.getEncoder().encodeToString(all) + "\"}";
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }
}
