package dev.waybill.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.server.config.AccessConfig;
import dev.waybill.server.config.Config;
import dev.waybill.server.config.ServerConfig;
import dev.waybill.server.config.StoreConfig;
import dev.waybill.server.store.TestEngine;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Actions of a whole server whose handlers are not connected.
class ActionsOverHttpTest {
    private static final String VOTE =
            """
            {"name":"review.vote","description":"votes","handler_agent":"bob","queue":true,
             "input_schema":{"type":"object","additional_properties":false},"available_to":["alice","bob"]}
            """;

    private final Json json = new Json(JsonLimits.DEFAULTS);
    private final HttpClient client = HttpClient.newHttpClient();
    @TempDir private Path temp;
    private Waybill server;
    private String key;
    private String alice;
    private String bob;

    @BeforeEach
    void start() throws Exception {
        Config defaults = Config.DEFAULTS;
        server =
                Waybill.start(
                        new Config(
                                new ServerConfig(
                                        "127.0.0.1",
                                        0,
                                        temp.resolve("data"),
                                        0,
                                        Duration.ofSeconds(5)),
                                StoreConfig.DEFAULTS.withDatabase(
                                        TestEngine.SQLITE.freshDatabase()),
                                defaults.http(),
                                defaults.tls(),
                                AccessConfig.DEFAULTS,
                                defaults.files(),
                                defaults.outbound(),
                                defaults.log()));
        key = server.firstKeys().orElseThrow().workspaceKey();
        alice = agent("alice");
        bob = agent("bob");
    }

    @AfterEach
    void stop() {
        server.close();
        client.close();
    }

    @Test
    void an_action_is_created_refreshed_listed_and_removed() throws Exception {
        HttpResponse<String> created = send("POST", "/v1/actions", bob, VOTE);
        HttpResponse<String> refreshed = send("POST", "/v1/actions", bob, VOTE);

        assertThat(created.statusCode()).isEqualTo(201);
        assertThat(refreshed.statusCode()).isEqualTo(200);
        JsonNode action = data(refreshed);
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
        assertThat(data(send("GET", "/v1/actions", alice, null))).hasSize(1);
        assertThat(data(send("GET", "/v1/actions", key, null))).isEmpty();
        assertError(send("GET", "/v1/actions/review.vote", key, null), 404, "action_not_found");
        assertError(send("DELETE", "/v1/actions/review.vote", alice, null), 403, "forbidden");
        assertThat(send("DELETE", "/v1/actions/review.vote", bob, null).statusCode())
                .isEqualTo(204);
        assertError(send("GET", "/v1/actions/review.vote", bob, null), 404, "action_not_found");
    }

    @Test
    void a_bad_registration_is_refused_with_its_code() throws Exception {
        assertError(register(key, "{\"name\":\"x\"}"), 400, "invalid_request");
        assertError(
                register(key, "{\"name\":\"x\",\"description\":\"\"}"),
                400,
                "invalid_action_handler");
        assertError(
                register(key, "{\"name\":\"x\",\"description\":\"\",\"handler_node\":\"n\"}"),
                404,
                "node_not_found");
        assertError(
                register(alice, "{\"name\":\"x\",\"description\":\"\",\"handler_agent\":\"bob\"}"),
                403,
                "forbidden");
    }

    @Test
    void a_call_is_kept_shown_and_completed() throws Exception {
        register(bob, VOTE);
        HttpResponse<String> invoked =
                send("POST", "/v1/actions/review.vote/invoke", alice, "{\"input\":{\"a_b\":1}}");
        JsonNode ack = data(invoked);
        String place = "/v1/actions/review.vote/invocations/" + ack.get("invocation_id").asString();

        assertThat(invoked.statusCode()).isEqualTo(201);
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
        JsonNode shown = data(send("GET", place, bob, null));
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
                        "completed_at");
        assertThat(shown.get("input").toString()).isEqualTo("{\"a_b\":1}");
        assertThat(shown.get("caller_name").asString()).isEqualTo("alice");
        assertError(send("POST", place + "/complete", alice, "{}"), 403, "forbidden");
        JsonNode done =
                data(
                        send(
                                "POST",
                                place + "/complete",
                                bob,
                                "{\"output\":[1,null],\"duration_ms\":7}"));
        assertThat(done.get("status").asString()).isEqualTo("completed");
        assertThat(done.get("output").toString()).isEqualTo("[1,null]");
        assertThat(done.get("duration_ms").asInt()).isEqualTo(7);
        assertError(send("POST", place + "/complete", bob, "{}"), 404, "invocation_not_found");
    }

    @Test
    void a_call_may_come_without_body_and_again_under_its_key() throws Exception {
        register(bob, VOTE);
        HttpRequest.Builder request =
                request("/v1/actions/review.vote/invoke", alice)
                        .header("Idempotency-Key", "k1")
                        .POST(BodyPublishers.noBody());

        HttpResponse<String> first = client.send(request.build(), BodyHandlers.ofString());
        HttpResponse<String> again = client.send(request.build(), BodyHandlers.ofString());

        assertThat(first.statusCode()).isEqualTo(201);
        assertThat(again.statusCode()).isEqualTo(201);
        assertThat(data(again)).isEqualTo(data(first));
        assertThat(data(first).get("input").toString()).isEqualTo("{}");
        assertThat(again.headers().firstValue("Idempotency-Replayed")).contains("true");
    }

    @Test
    void calls_that_cannot_be_made_say_why() throws Exception {
        register(bob, VOTE.replace(",\"bob\"]", "]").replace("\"queue\":true,", ""));
        String vote = "/v1/actions/review.vote/invoke";
        String spawn = "{\"name\":\"w1\",\"cli\":\"claude\",\"task\":\"\"}";

        assertError(send("POST", vote, key, "{}"), 403, "agent_token_required");
        assertError(send("POST", vote, bob, "{}"), 403, "action_denied");
        assertError(send("POST", vote, alice, "{}"), 503, "handler_unavailable");
        assertError(send("POST", vote, alice, "{\"input\":[]}"), 400, "invalid_request");
        assertError(send("POST", "/v1/actions/no/invoke", alice, "{}"), 404, "action_not_found");
        assertError(
                send("POST", "/v1/nodes/no/actions/no/invoke", alice, "{}"), 404, "node_not_found");
        HttpResponse<String> refused = send("POST", "/v1/agents/spawn", key, spawn);
        assertError(refused, 503, "handler_unavailable");
        assertThat(refused.body()).contains("No live node provides spawn:claude");
        assertError(send("POST", "/v1/agents/spawn", key, "{}"), 400, "invalid_request");
    }

    @Test
    void an_agent_whose_host_is_gone_is_released_and_removed_by_the_server() throws Exception {
        HttpResponse<String> released =
                send("POST", "/v1/agents/release", key, "{\"name\":\"bob\",\"delete_agent\":true}");

        assertThat(released.statusCode()).isEqualTo(201);
        assertThat(data(released).get("action_name").asString()).isEqualTo("release");
        assertThat(data(released).get("status").asString()).isEqualTo("completed");
        assertError(send("GET", "/v1/agent", bob, null), 401, "agent_token_invalid");
        assertError(
                send("POST", "/v1/agents/release", key, "{\"name\":\"bob\"}"),
                404,
                "agent_not_found");
    }

    private String agent(String name) throws Exception {
        return data(send("POST", "/v1/agents", key, "{\"name\":\"" + name + "\"}"))
                .get("token")
                .asString();
    }

    private HttpResponse<String> register(String token, String body) throws Exception {
        return send("POST", "/v1/actions", token, body);
    }

    private HttpResponse<String> send(
            String method, String path, String token, @Nullable String body) throws Exception {
        HttpRequest.Builder request = request(path, token);
        if (body == null) {
            request.method(method, BodyPublishers.noBody());
        } else {
            request.header("Content-Type", "application/json")
                    .method(method, BodyPublishers.ofString(body));
        }
        return client.send(request.build(), BodyHandlers.ofString());
    }

    private HttpRequest.Builder request(String path, String token) {
        URI uri = URI.create("http://127.0.0.1:" + server.url().getPort()).resolve(path);
        return HttpRequest.newBuilder(uri).header("Authorization", "Bearer " + token);
    }

    private JsonNode data(HttpResponse<String> response) {
        return json.tree(response.body()).get("data");
    }

    private void assertError(HttpResponse<String> response, int status, String code) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        assertThat(json.tree(response.body()).at("/error/code").asString()).isEqualTo(code);
    }
}
