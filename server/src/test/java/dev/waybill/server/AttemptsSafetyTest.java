package dev.waybill.server;

import static dev.waybill.server.OutboundServer.body;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.server.attempt.AttemptLimits;
import dev.waybill.server.attempt.FakeProvider;
import dev.waybill.server.attempt.Keys;
import dev.waybill.server.attempt.Permits.Verdict;
import dev.waybill.server.config.OutboundConfig;
import dev.waybill.server.provider.Credential;
import dev.waybill.server.provider.StubProvider;
import dev.waybill.server.provider.StubProvider.Behaviour;
import dev.waybill.server.store.TestEngine;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/// What must not happen to attempts whatever changes while they wait: rules, credentials, the store. On each engine.
@ParameterizedClass
@EnumSource(TestEngine.class)
class AttemptsSafetyTest {
    private static final String COMMENT = "POST /add_comment";
    private static final String HI = "{\"body\":\"hi\"}";
    private static final Verdict BOSS = new Verdict.Approve(List.of("boss"));

    private final TestEngine engine;
    private final AtomicReference<Verdict> verdict = new AtomicReference<>(new Verdict.Allow());
    private final Pocket pocket = new Pocket();
    @TempDir private Path temp;
    private StubProvider stub;
    private WholeServer server;
    private String boss;
    private String worker;

    AttemptsSafetyTest(TestEngine engine) {
        this.engine = engine;
    }

    /// The one credential there is, and how often it cannot be found because something else is broken.
    private static final class Pocket implements Keys {
        private final AtomicReference<Credential> credential = new AtomicReference<>();
        private final AtomicInteger broken = new AtomicInteger();

        @Override
        public Optional<Credential> find(
                WorkspaceId workspace, String provider, @Nullable String configRef) {
            return Optional.ofNullable(credential.get());
        }

        @Override
        public Optional<Credential> same(
                WorkspaceId workspace, String provider, String name, boolean operators) {
            if (broken.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                throw new IllegalStateException("the store is busy");
            }
            return Keys.super.same(workspace, provider, name, operators);
        }
    }

    @BeforeEach
    void start() {
        stub = StubProvider.start();
        pocket.credential.set(credential("main", "first", stub.url()));
        OutboundConfig outbound =
                new OutboundConfig(
                        List.of(), Duration.ofSeconds(5), Duration.ofDays(3), Duration.ZERO, false);
        AttemptLimits limits = OutboundServer.QUICK;
        server =
                WholeServer.start(
                        engine.freshDatabase(),
                        0,
                        temp.resolve("data"),
                        outbound,
                        new Outside(
                                List.of(new FakeProvider()),
                                pocket,
                                (_, _, asked) ->
                                        asked.agent() == null ? new Verdict.Allow() : verdict.get(),
                                null,
                                limits));
        boss = agent("boss");
        worker = agent("worker");
    }

    @AfterEach
    void stop() {
        server.close();
        stub.close();
    }

    @Test
    void an_error_of_the_server_does_not_have_it_done_twice() {
        stub.on("POST /merge_pull_request", 502, "bad gateway");
        String merge =
                body("merge_pull_request", "{}", "").replace("issue_comment", "pull_request");

        WholeServer.Reply reply = server.post("/deliveries/invoke", worker, merge);

        assertThat(reply.body().path("code").asString()).isEqualTo("provider_unavailable");
        assertThat(reply.body().path("retryable").asBoolean(true)).isFalse();
        assertThat(status(id(reply))).isEqualTo("unknown");
        assertThat(stub.journal()).hasSize(1);
        refused(retry(id(reply), worker), 409, "delivery_state_conflict");
    }

    @Test
    void an_error_of_the_server_has_it_looked_up_twice_first() {
        stub.on(COMMENT, 502, "bad gateway").on(COMMENT, 201, "{\"id\":2}");
        stub.on("GET /done", 200, "[]");

        String id = id(server.post("/deliveries/invoke", worker, body("add_comment", HI, "")));

        WholeServer.await("it is sent", () -> status(id).equals("sent"));
        assertThat(stub.lines()).containsExactly(COMMENT, "GET /done", "GET /done", COMMENT);
    }

    @Test
    void trying_again_needs_the_word_that_the_rules_want_by_now() {
        stub.on(COMMENT, 422, "no").on(COMMENT, 422, "no").on(COMMENT, 201, "{\"id\":1}");
        String id = id(server.post("/deliveries/invoke", worker, body("add_comment", HI, "")));
        verdict.set(BOSS);

        WholeServer.Reply asked = retry(id, worker);

        assertThat(asked.status()).isEqualTo(202);
        assertThat(asked.body().at("/approval/state").asString()).isEqualTo("pending");
        assertThat(stub.journal()).hasSize(1);
        server.post("/deliveries/" + id + "/approve", boss);
        WholeServer.await("it failed again", () -> status(id).equals("failed"));
        assertThat(retry(id, worker).body().at("/approval/state").asString())
                .as("one word is good for one time")
                .isEqualTo("pending");
        server.post("/deliveries/" + id + "/approve", boss);
        WholeServer.await("it is sent", () -> status(id).equals("sent"));
    }

    @Test
    void what_rules_have_come_to_forbid_is_not_agreed_to() {
        verdict.set(BOSS);
        String id = id(server.post("/deliveries/invoke", worker, body("add_comment", HI, "")));
        verdict.set(new Verdict.Deny("rule 7"));

        refused(server.post("/deliveries/" + id + "/approve", boss), 403, "policy_denied");

        assertThat(stub.journal()).isEmpty();
    }

    @Test
    void who_has_to_agree_finds_what_waits_and_nothing_else() {
        stub.on(COMMENT, 201, "{\"id\":1}");
        server.post("/deliveries/invoke", worker, body("add_comment", HI, ""));
        verdict.set(BOSS);
        String id = id(server.post("/deliveries/invoke", worker, body("close_issue", "{}", "")));

        assertThat(list(boss)).containsExactly(id);
        assertThat(list(agent("other"))).isEmpty();
        server.post("/deliveries/" + id + "/cancel", worker);
        assertThat(list(boss)).isEmpty();
        assertThat(server.get("/deliveries/" + id, worker).body().path("approval").isMissingNode())
                .as("nobody's word is waited for any more")
                .isTrue();
    }

    @Test
    void what_was_meant_for_one_account_does_not_go_out_under_another() {
        verdict.set(BOSS);
        String id = id(server.post("/deliveries/invoke", worker, body("add_comment", HI, "")));
        String other = id(server.post("/deliveries/invoke", worker, body("add_comment", HI, "")));
        pocket.credential.set(credential("spare", "first", stub.url()));
        server.post("/deliveries/" + id + "/approve", boss);
        WholeServer.await("it failed", () -> status(id).equals("failed"));
        pocket.credential.set(credential("main", "first", "http://127.0.0.1:1"));
        server.post("/deliveries/" + other + "/approve", boss);
        WholeServer.await("it failed as well", () -> status(other).equals("failed"));

        assertThat(show(id).path("errorCode").asString()).isEqualTo("provider_not_configured");
        assertThat(show(other).path("errorCode").asString()).isEqualTo("provider_not_configured");
        assertThat(stub.journal()).isEmpty();
    }

    @Test
    void a_new_secret_of_the_same_account_is_used() {
        stub.on(COMMENT, 201, "{\"id\":1}");
        verdict.set(BOSS);
        String id = id(server.post("/deliveries/invoke", worker, body("add_comment", HI, "")));
        pocket.credential.set(credential("main", "second", stub.url()));

        server.post("/deliveries/" + id + "/approve", boss);

        WholeServer.await("it is sent", () -> status(id).equals("sent"));
        assertThat(stub.journal().getFirst().header("authorization")).isEqualTo("Bearer second");
    }

    @Test
    void what_could_not_be_made_ready_is_not_unknown() {
        stub.on(COMMENT, 201, "{\"id\":1}");
        pocket.broken.set(2);

        WholeServer.Reply reply =
                server.post("/deliveries/invoke", worker, body("add_comment", HI, ""));

        assertThat(reply.body().path("status").asString()).isEqualTo("sent");
        assertThat(reply.body().path("attempts").asInt()).isEqualTo(1);
        assertThat(show(id(reply)).path("events").toString()).doesNotContain("unknown");
    }

    @Test
    void nothing_is_done_for_a_workspace_that_is_gone() {
        CountDownLatch open = new CountDownLatch(1);
        stub.on(
                        COMMENT,
                        new Behaviour.Held(open, new Behaviour.Answer(201, Map.of(), "{\"id\":1}")))
                .on(COMMENT, 201, "{\"id\":2}");
        String key = server.post("/v1/workspaces", null, "{\"name\":\"gone\"}").text("api_key");
        String later = ",\"waitMs\":0";
        server.post("/deliveries/invoke", worker, body("add_comment", HI, later));
        WholeServer.await("the call", () -> !stub.journal().isEmpty());
        server.post("/deliveries/invoke", key, body("add_comment", "{\"body\":\"gone\"}", later));
        String last = id(server.post("/deliveries/invoke", worker, body("add_comment", HI, later)));

        assertThat(server.delete("/v1/workspace", key).status()).isLessThan(300);
        open.countDown();

        WholeServer.await("the last is sent", () -> status(last).equals("sent"));
        assertThat(stub.journal()).hasSize(2).noneMatch(call -> call.body().contains("gone"));
    }

    private static Credential credential(String name, String token, String url) {
        return new Credential(name, Map.of("token", token, "base-url", url), true);
    }

    private WholeServer.Reply retry(String id, String token) {
        return server.post("/deliveries/" + id + "/retry", token, "{}");
    }

    private List<String> list(String token) {
        return StreamSupport.stream(
                        server.get("/deliveries", token).body().path("deliveries").spliterator(),
                        false)
                .map(one -> one.path("deliveryId").asString())
                .filter(id -> !id.isEmpty())
                .toList();
    }

    private JsonNode show(String id) {
        return server.get("/deliveries/" + id, server.workspaceKey()).body();
    }

    private String status(String id) {
        return show(id).path("status").asString();
    }

    private String agent(String name) {
        return server.post("/v1/agents", server.workspaceKey(), "{\"name\":\"" + name + "\"}")
                .text("token");
    }

    private static String id(WholeServer.Reply reply) {
        return reply.body().path("deliveryId").asString();
    }

    private static void refused(WholeServer.Reply reply, int status, String code) {
        assertThat(reply.body().path("code").asString())
                .as(reply.response().body())
                .isEqualTo(code);
        assertThat(reply.status()).isEqualTo(status);
    }
}
