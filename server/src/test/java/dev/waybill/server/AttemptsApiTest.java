package dev.waybill.server;

import static dev.waybill.server.OutboundServer.HANDLE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.server.attempt.Permits;
import dev.waybill.server.provider.StubProvider;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.TestEngine;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/// What callers can do with attempts, over HTTP, on each engine.
@ParameterizedClass
@EnumSource(TestEngine.class)
class AttemptsApiTest {
    private static final String COMMENT = "POST /add_comment";
    private static final String HI = "{\"body\":\"hi\"}";

    private final TestEngine engine;
    @TempDir private Path temp;
    private OutboundServer server;
    private StubProvider stub;

    AttemptsApiTest(TestEngine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void start() {
        stub = StubProvider.start();
        server =
                OutboundServer.start(
                        engine.freshDatabase(),
                        0,
                        temp.resolve("data"),
                        stub,
                        OutboundServer.Setup.QUICK.with(AttemptsApiTest::rules));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    /// Closing needs the word of the agent boss; reopening is for nobody.
    private static Permits.Verdict rules(ReadTx tx, WorkspaceId workspace, Permits.Asked asked) {
        return switch (asked.operation()) {
            case "close_issue" -> new Permits.Verdict.Approve(List.of("boss"));
            case "reopen_issue" -> new Permits.Verdict.Deny("rule 7");
            default -> new Permits.Verdict.Allow();
        };
    }

    @Test
    void what_is_checked_only_is_not_done_and_not_on_record() {
        JsonNode answer = server.invoke("add_comment", HI, ",\"dryRun\":true").body();

        assertThat(answer.path("dryRun").asBoolean()).isTrue();
        assertThat(answer.path("note").asString())
                .contains("add_comment", "o/r#1", "nothing was sent");
        assertThat(answer.path("credential").asString()).isEqualTo("default");
        assertThat(stub.journal()).isEmpty();
        assertThat(list("")).isEmpty();
        refused(server.invoke("add_comment", "{}", ",\"dryRun\":true"), 400, "invalid_input");
    }

    @Test
    void who_does_not_wait_is_told_that_it_is_queued() {
        stub.on(COMMENT, 201, "{\"id\":1}");

        WholeServer.Reply reply = server.invoke("add_comment", HI, ",\"waitMs\":0");

        assertThat(reply.status()).isEqualTo(202);
        assertThat(reply.body().path("status").asString()).isEqualTo("queued");
        server.awaitStatus(reply.body().path("deliveryId").asString(), "sent");
    }

    @Test
    void nobody_waits_longer_than_a_minute() {
        refused(server.invoke("add_comment", HI, ",\"waitMs\":60001"), 400, "invalid_request");
        refused(server.invoke("add_comment", HI, ",\"waitMs\":-1"), 400, "invalid_request");
    }

    @Test
    void twenty_who_ask_at_once_under_one_key_have_it_done_once() throws Exception {
        CountDownLatch open = new CountDownLatch(1);
        stub.on(
                COMMENT,
                new StubProvider.Behaviour.Held(
                        open, new StubProvider.Behaviour.Answer(201, Map.of(), "{\"id\":1}")));
        String body = OutboundServer.body("add_comment", HI, "");
        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            Callable<JsonNode> call = () -> server.keyed("/deliveries/invoke", body, "once").body();
            List<Future<JsonNode>> answers =
                    IntStream.range(0, 20).mapToObj(_ -> callers.submit(call)).toList();
            WholeServer.await("the call", () -> !stub.journal().isEmpty());
            open.countDown();

            int fresh = 0;
            for (Future<JsonNode> answer : answers) {
                assertThat(answer.get().path("status").asString()).isEqualTo("sent");
                fresh += answer.get().path("replayed").asBoolean() ? 0 : 1;
            }
            assertThat(fresh).isEqualTo(1);
        }
        assertThat(stub.journal()).hasSize(1);
        server.only();
    }

    @Test
    void a_provider_that_has_enough_is_asked_five_times() {
        stub.on(COMMENT, 429, "later");

        WholeServer.Reply reply = server.invoke("add_comment", HI);

        refused(reply, 429, "provider_rate_limited");
        assertThat(reply.body().path("retryable").asBoolean()).isTrue();
        assertThat(stub.journal()).hasSize(5);
        assertThat(server.show(id(reply)).path("attempts").asInt()).isEqualTo(5);
    }

    @Test
    void what_failed_can_be_tried_again() {
        stub.on(COMMENT, 422, "no").on(COMMENT, 201, "{\"id\":5}");
        String id = id(server.invoke("add_comment", HI));

        JsonNode again = server.post("/deliveries/" + id + "/retry", "{}").body();

        assertThat(again.path("status").asString()).isEqualTo("sent");
        assertThat(again.path("attempts").asInt()).isEqualTo(2);
        refused(server.post("/deliveries/" + id + "/retry", "{}"), 409, "delivery_state_conflict");
    }

    @Test
    void what_may_have_been_done_and_cannot_be_looked_up_has_to_be_forced() {
        stub.cut("POST /merge_pull_request").on("POST /merge_pull_request", 200, "{\"id\":1}");
        String handle = HANDLE.replace("issue_comment", "pull_request");
        WholeServer.Reply reply =
                server.post(
                        "/deliveries/invoke",
                        "{\"deliveryHandle\":"
                                + handle
                                + ",\"operation\":\"merge_pull_request\",\"input\":{}}");
        refused(reply, 504, "provider_timeout");
        String id = id(reply);

        refused(server.post("/deliveries/" + id + "/retry", "{}"), 409, "delivery_state_conflict");
        assertThat(stub.journal()).hasSize(1);

        JsonNode forced = server.post("/deliveries/" + id + "/retry", "{\"force\":true}").body();
        assertThat(forced.path("status").asString()).isEqualTo("sent");
        assertThat(stub.journal()).hasSize(2);
    }

    @Test
    void what_cannot_be_looked_up_now_stays_unknown_until_somebody_asks() {
        stub.cut(COMMENT).on("GET /done", 500, "down");
        String id = id(server.invoke("add_comment", HI));
        WholeServer.await("three looks", () -> stub.matching("GET .*").size() == 3);

        AtomicReference<WholeServer.Reply> reply = new AtomicReference<>();
        WholeServer.await(
                "the third is over",
                () -> {
                    reply.set(server.post("/deliveries/" + id + "/retry", "{\"waitMs\":2000}"));
                    return reply.get().status() != 409;
                });
        refused(reply.get(), 504, "provider_timeout");

        assertThat(stub.matching("POST .*")).hasSize(1);
        assertThat(server.status(id)).isEqualTo("unknown");
    }

    @Test
    void what_was_looked_up_and_is_not_done_is_done() {
        stub.cut(COMMENT).on(COMMENT, 201, "{\"id\":3}").on("GET /done", 200, "[]");

        String id = id(server.invoke("add_comment", HI));

        server.awaitStatus(id, "sent");
        assertThat(stub.matching("POST .*")).hasSize(2);
    }

    @Test
    void what_waits_can_be_withdrawn_and_nothing_else() {
        CountDownLatch open = new CountDownLatch(1);
        stub.on(
                COMMENT,
                new StubProvider.Behaviour.Held(
                        open, new StubProvider.Behaviour.Answer(201, Map.of(), "{\"id\":1}")));
        String first = id(server.invoke("add_comment", HI, ",\"waitMs\":0"));
        WholeServer.await("the call", () -> !stub.journal().isEmpty());
        String second = id(server.invoke("add_comment", HI, ",\"waitMs\":0"));

        refused(
                server.post("/deliveries/" + first + "/cancel", ""),
                409,
                "delivery_state_conflict");
        JsonNode cancelled =
                server.whole().post("/deliveries/" + second + "/cancel", server.key()).body();
        open.countDown();

        assertThat(cancelled.path("status").asString()).isEqualTo("cancelled");
        server.awaitStatus(first, "sent");
        assertThat(stub.journal()).hasSize(1);
        refused(server.post("/deliveries/dlv_nope/cancel", ""), 404, "unknown_delivery");
    }

    @Test
    void what_rules_forbid_is_not_done() {
        refused(server.invoke("reopen_issue", "{}"), 403, "policy_denied");

        JsonNode operations =
                server.post("/deliveries/actions", "{\"deliveryHandle\":" + HANDLE + "}")
                        .body()
                        .path("operations");
        assertThat(operations.get(2).path("available").asBoolean()).isFalse();
        assertThat(operations.get(2).path("unavailableReason").asString()).contains("rule 7");
        assertThat(list("")).isEmpty();
    }

    @Test
    void what_needs_a_word_waits_for_it() {
        stub.on("POST /close_issue", 200, "{\"id\":1}");
        String boss = agent("boss");
        String worker = agent("worker");
        WholeServer.Reply asked =
                server.whole()
                        .post(
                                "/deliveries/invoke",
                                worker,
                                OutboundServer.body("close_issue", "{}", ""));
        String id = id(asked);
        assertThat(asked.status()).isEqualTo(202);
        assertThat(asked.body().path("approval").path("state").asString()).isEqualTo("pending");

        refused(approve(id, worker), 403, "forbidden");
        refused(approve(id, agent("other")), 404, "unknown_delivery");
        assertThat(stub.journal()).isEmpty();
        assertThat(approve(id, boss).status()).isEqualTo(202);

        server.awaitStatus(id, "sent");
        assertThat(server.show(id).path("approval").path("decidedBy").asString()).isEqualTo("boss");
        refused(approve(id, boss), 409, "delivery_state_conflict");
    }

    @Test
    void what_is_refused_is_never_done() {
        String id = id(server.invoke("close_issue", "{}"));

        JsonNode refused =
                server.post("/deliveries/" + id + "/refuse", "{\"reason\":\"too early\"}").body();

        assertThat(refused.path("status").asString()).isEqualTo("cancelled");
        assertThat(refused.path("approval").path("state").asString()).isEqualTo("refused");
        assertThat(refused.path("note").asString()).isEqualTo("refused by owner: too early");
        assertThat(stub.journal()).isEmpty();
    }

    @Test
    void an_agent_sees_its_own_and_the_owner_all() {
        stub.on(COMMENT, 201, "{\"id\":1}");
        String alice = agent("alice");
        String bob = agent("bob");
        String body = OutboundServer.body("add_comment", HI, ",\"agentId\":\"alice\"");
        String id = id(server.whole().post("/deliveries/invoke", alice, body));
        String forAlice = id(server.post("/v1/deliveries/invoke", body));
        String owners = id(server.invoke("add_comment", HI));

        refused(server.whole().post("/deliveries/invoke", bob, body), 403, "forbidden");
        refused(server.whole().get("/deliveries/" + id, bob), 404, "unknown_delivery");
        assertThat(ids(server.whole().get("/deliveries", alice))).containsExactly(forAlice, id);
        assertThat(ids(server.whole().get("/v1/deliveries/attempts", bob))).isEmpty();
        assertThat(ids(server.get("/deliveries"))).containsExactly(owners, forAlice, id);
        assertThat(list("?agentId=alice&status=sent&provider=github&operation=add_comment"))
                .hasSize(2);
        assertThat(list("?status=failed")).isEmpty();
        refused(server.get("/deliveries?status=gone"), 400, "invalid_request");
        JsonNode page = server.get("/deliveries?limit=2").body();
        String next = page.path("nextCursor").asString();
        assertThat(ids(server.get("/deliveries?limit=2&cursor=" + next))).containsExactly(id);
    }

    @Test
    void everything_that_was_exchanged_is_shown_without_secrets() {
        stub.on(COMMENT, 422, "you said " + OutboundServer.TOKEN + " " + "x".repeat(10_000));

        WholeServer.Reply reply = server.invoke("add_comment", HI);

        String shown = server.get("/deliveries/" + id(reply)).response().body();
        assertThat(shown).doesNotContain(OutboundServer.TOKEN).contains("[redacted]", "sha256:");
        assertThat(reply.response().body()).doesNotContain(OutboundServer.TOKEN);
        JsonNode event = server.show(id(reply)).path("events").get(2);
        assertThat(event.path("httpMethod").asString()).isEqualTo("POST");
        assertThat(event.path("httpStatus").asInt()).isEqualTo(422);
        assertThat(event.path("responseExcerpt").asString()).hasSizeLessThanOrEqualTo(4096);
    }

    @Test
    void every_change_is_in_the_ledger() {
        stub.on(COMMENT, 201, "{\"id\":1}");
        server.invoke("add_comment", HI);

        String events = server.get("/v1/workspace/events").response().body();

        assertThat(events)
                .contains("outbound.queued", "outbound.in_flight", "outbound.sent")
                .doesNotContain("\"body\":\"hi\"");
    }

    @Test
    void providers_are_listed_with_what_they_can() {
        JsonNode provider = server.get("/v1/providers").body().path("providers").get(0);

        assertThat(provider.path("name").asString()).isEqualTo("github");
        assertThat(provider.path("configured").asBoolean()).isTrue();
        assertThat(provider.path("surfaces")).hasSize(3);
    }

    private WholeServer.Reply approve(String id, String token) {
        return server.whole().post("/deliveries/" + id + "/approve", token);
    }

    private String agent(String name) {
        return server.whole()
                .post("/v1/agents", server.key(), "{\"name\":\"" + name + "\"}")
                .text("token");
    }

    private JsonNode list(String query) {
        return server.get("/deliveries" + query).body().path("deliveries");
    }

    private static List<String> ids(WholeServer.Reply reply) {
        return StreamSupport.stream(reply.body().path("deliveries").spliterator(), false)
                .map(one -> one.path("deliveryId").asString())
                .toList();
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
