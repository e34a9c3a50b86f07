package dev.waybill.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.TestServer.Reply;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Actions of a whole server whose handlers are not connected.
class ActionsApiTest {
    private static final String VOTE =
            """
            {"name":"review.vote","description":"votes","handler_agent":"bob","queue":true,
             "input_schema":{"type":"object","additional_properties":false,"properties":{"a_b":{"type":"integer"}}},"available_to":["alice","bob"]}
            """;

    @TempDir private Path temp;
    private TestServer server;
    private String key;
    private String alice;
    private String bob;

    @BeforeEach
    void start() {
        server = TestServer.start(temp);
        key = server.key();
        alice = server.agent("alice");
        bob = server.agent("bob");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void an_action_is_created_refreshed_listed_and_removed() {
        Reply created = server.post("/v1/actions", bob, VOTE);
        Reply refreshed = server.post("/v1/actions", bob, VOTE);

        assertThat(created.status()).isEqualTo(201);
        assertThat(refreshed.status()).isEqualTo(200);
        JsonNode action = refreshed.data();
        assertThat(action.propertyNames())
                .containsExactly(
                        "id",
                        "name",
                        "description",
                        "handler_agent",
                        "handler_node",
                        "handler_node_id",
                        "input_schema",
                        "output_schema",
                        "available_to",
                        "is_active",
                        "created_at");
        assertThat(action.at("/input_schema/additional_properties").isBoolean()).isTrue();
        assertThat(action.get("handler_node").isNull()).isTrue();
        assertThat(names(alice))
                .containsExactly("review.vote", "agent.create", "agent.release", "agent.status");
        assertThat(names(key)).containsExactly("agent.create", "agent.release", "agent.status");
        server.get("/v1/actions/review.vote", key).refused(404, "action_not_found");
        server.delete("/v1/actions/review.vote", alice).refused(403, "forbidden");
        assertThat(server.delete("/v1/actions/review.vote", bob).status()).isEqualTo(204);
        server.get("/v1/actions/review.vote", bob).refused(404, "action_not_found");
    }

    @Test
    void a_caller_may_wait_for_the_result() throws Exception {
        register(bob, VOTE);
        Reply late = server.post("/v1/actions/review.vote/invoke?wait=10ms", alice, "{}");
        String place =
                "/v1/actions/review.vote/invocations/"
                        + late.data().get("invocation_id").asString();
        assertThat(late.status()).isEqualTo(202);
        assertThat(late.data().get("result").isNull()).isTrue();
        CompletableFuture<Reply> waiting =
                CompletableFuture.supplyAsync(() -> server.get(place + "?wait=30s", alice));
        server.post(place + "/complete", bob, "{\"output\":{\"counted\":true}}");

        assertThat(waiting.get(20, TimeUnit.SECONDS).data().get("result").toString())
                .startsWith("{\"ok\":true,\"action\":\"review.vote\",\"invocationId\":\"inv_")
                .endsWith("\"output\":{\"counted\":true}}");
        server.post("/v1/actions/review.vote/invoke?wait=1h", alice, "{}")
                .refused(400, "invalid_request");
    }

    @Test
    void a_refused_call_says_what_is_wrong_and_is_on_record() {
        register(bob, VOTE);

        Reply invalid =
                server.post("/v1/actions/review.vote/invoke", alice, "{\"input\":{\"aB\":\"x\"}}");

        JsonNode error = invalid.refused(422, "validation_failed");
        assertThat(error.at("/details/0/path").asString()).isEqualTo("/aB");
        assertThat(error.get("retryable").asBoolean()).isFalse();
        assertThat(
                        server.get(
                                        "/v1/actions/review.vote/invocations/"
                                                + error.get("invocation_id").asString(),
                                        alice)
                                .data()
                                .at("/result/error/code")
                                .asString())
                .isEqualTo("validation_failed");
        server.post(
                        "/v1/actions",
                        bob,
                        "{\"name\":\"x\",\"description\":\"\",\"handler_agent\":\"bob\",\"input_schema\":{\"type\":1}}")
                .refused(422, "invalid_action_schema");
    }

    @Test
    void a_call_can_be_asked_about_before_it_is_made() {
        register(bob, VOTE);

        JsonNode passes =
                server.post("/v1/actions/policy/check", alice, "{\"action\":\"review.vote\"}")
                        .data();
        JsonNode fails =
                server.post(
                                "/v1/actions/policy/check",
                                key,
                                "{\"action\":\"nothing\",\"caller\":\"alice\"}")
                        .data();

        assertThat(passes.get("allow").asBoolean()).isTrue();
        assertThat(fails.get("code").asString()).isEqualTo("not_found");
        server.post("/v1/actions/policy/check", key, "{\"action\":\"x\",\"caller\":\"nobody\"}")
                .refused(404, "agent_not_found");
    }

    @Test
    void a_bad_registration_is_refused_with_its_code() {
        register(key, "{\"name\":\"x\"}").refused(400, "invalid_request");
        register(key, "{\"name\":\"x\",\"description\":\"\"}")
                .refused(400, "invalid_action_handler");
        register(key, "{\"name\":\"x\",\"description\":\"\",\"handler_node\":\"n\"}")
                .refused(404, "node_not_found");
        register(alice, "{\"name\":\"x\",\"description\":\"\",\"handler_agent\":\"bob\"}")
                .refused(403, "forbidden");
    }

    @Test
    void a_call_is_kept_shown_and_completed() {
        register(bob, VOTE);
        Reply invoked =
                server.post("/v1/actions/review.vote/invoke", alice, "{\"input\":{\"a_b\":1}}");
        JsonNode ack = invoked.data();
        String place = "/v1/actions/review.vote/invocations/" + ack.get("invocation_id").asString();

        assertThat(invoked.status()).isEqualTo(201);
        assertThat(ack.propertyNames())
                .containsExactly(
                        "invocation_id",
                        "action_name",
                        "handler_agent_id",
                        "handler_node_id",
                        "dispatched_node_id",
                        "input",
                        "status",
                        "created_at");
        assertThat(ack.get("status").asString()).isEqualTo("pending");
        JsonNode shown = server.get(place, bob).data();
        assertThat(shown.propertyNames())
                .containsExactly(
                        "invocation_id",
                        "action_name",
                        "caller_id",
                        "caller_name",
                        "input",
                        "output",
                        "status",
                        "error",
                        "duration_ms",
                        "dispatched_node_id",
                        "dispatched_at",
                        "created_at",
                        "completed_at",
                        "result",
                        "caller");
        assertThat(shown.get("input").toString()).isEqualTo("{\"a_b\":1}");
        assertThat(shown.get("caller_name").asString()).isEqualTo("alice");
        server.post(place + "/complete", alice, "{}").refused(403, "forbidden");
        JsonNode done =
                server.post(place + "/complete", bob, "{\"output\":[1,null],\"duration_ms\":7}")
                        .data();
        assertThat(done.get("status").asString()).isEqualTo("completed");
        assertThat(done.get("output").toString()).isEqualTo("[1,null]");
        assertThat(done.get("duration_ms").asInt()).isEqualTo(7);
        server.post(place + "/complete", bob, "{}").refused(404, "invocation_not_found");
    }

    @Test
    void a_call_may_come_without_body_and_again_under_its_key() throws Exception {
        register(bob, VOTE);

        Reply first = keyed("/v1/actions/review.vote/invoke");
        Reply again = keyed("/v1/actions/review.vote/invoke");

        assertThat(first.status()).isEqualTo(201);
        assertThat(again.status()).isEqualTo(201);
        assertThat(again.data()).isEqualTo(first.data());
        assertThat(first.data().get("input").toString()).isEqualTo("{}");
        assertThat(again.header("Idempotency-Replayed")).isEqualTo("true");
    }

    @Test
    void calls_that_cannot_be_made_say_why() {
        register(bob, VOTE.replace(",\"bob\"]", "]").replace("\"queue\":true,", ""));
        String vote = "/v1/actions/review.vote/invoke";
        String spawn = "{\"name\":\"w1\",\"cli\":\"claude\",\"task\":\"\"}";

        server.post(vote, key, "{}").refused(403, "agent_token_required");
        server.post(vote, bob, "{}").refused(403, "action_denied");
        server.post(vote, alice, "{}").refused(503, "handler_unavailable");
        server.post(vote, alice, "{\"input\":[]}").refused(400, "invalid_request");
        server.post("/v1/actions/no/invoke", alice, "{}").refused(404, "action_not_found");
        server.post("/v1/nodes/no/actions/no/invoke", alice, "{}").refused(404, "node_not_found");
        Reply refused = server.post("/v1/agents/spawn", key, spawn);
        refused.refused(503, "handler_unavailable");
        assertThat(refused.response().body()).contains("No live node provides spawn:claude");
        server.post("/v1/agents/spawn", key, "{}").refused(400, "invalid_request");
    }

    @Test
    void an_agent_whose_host_is_gone_is_released_and_removed_by_the_server() {
        Reply released =
                server.post("/v1/agents/release", key, "{\"name\":\"bob\",\"delete_agent\":true}");

        assertThat(released.status()).isEqualTo(201);
        assertThat(released.data().get("action_name").asString()).isEqualTo("release");
        assertThat(released.data().get("status").asString()).isEqualTo("completed");
        server.get("/v1/agent", bob).refused(401, "agent_token_invalid");
        server.post("/v1/agents/release", key, "{\"name\":\"bob\"}")
                .refused(404, "agent_not_found");
    }

    private Reply register(String token, String body) {
        return server.post("/v1/actions", token, body);
    }

    private Reply keyed(String path) throws Exception {
        HttpRequest request =
                HttpRequest.newBuilder(server.url().resolve(path))
                        .header("Authorization", "Bearer " + alice)
                        .header("Idempotency-Key", "k1")
                        .POST(BodyPublishers.noBody())
                        .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            return new Reply(client.send(request, BodyHandlers.ofString()));
        }
    }

    private List<String> names(String token) {
        return server.get("/v1/actions", token).each("name");
    }
}
