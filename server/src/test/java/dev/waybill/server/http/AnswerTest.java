package dev.waybill.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.http.route.Access;
import dev.waybill.server.http.route.Answer;
import dev.waybill.server.http.route.Role;
import dev.waybill.server.http.route.Route;
import dev.waybill.server.workspace.Caller;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AnswerTest {
    private TestEdge edge;

    record Greeting(String greetingText) {}

    @BeforeAll
    void start() {
        edge =
                TestEdge.with(
                        Route.get("/hello/{name}", Access.anyone())
                                .summary("Greets.")
                                .query("loud", "Whether to shout.")
                                .answers(Greeting.class)
                                .to(
                                        call ->
                                                Answer.data(
                                                        new Greeting(
                                                                call.path("name")
                                                                        + call.query("loud")
                                                                                .orElse("")))),
                        Route.post("/hello", Access.anyone())
                                .summary("Creates.")
                                .answers(201, Greeting.class)
                                .to(_ -> Answer.data(new Greeting("new"))),
                        Route.put("/hello", Access.anyone())
                                .summary("Says it was there already.")
                                .answers(201, Greeting.class)
                                .to(
                                        _ ->
                                                Answer.data(new Greeting("old"))
                                                        .withStatus(200)
                                                        .withHeader(
                                                                "Idempotency-Replayed", "true")),
                        Route.get("/page", Access.anyone())
                                .summary("Has a cursor.")
                                .answers(Greeting[].class)
                                .to(
                                        _ ->
                                                Answer.data(new Greeting[0])
                                                        .withCursor(
                                                                new Answer.Cursor(null, false))),
                        Route.post("/done", Access.anyone())
                                .summary("Is done.")
                                .to(_ -> Answer.done()),
                        Route.delete("/gone", Access.anyone())
                                .summary("Is empty.")
                                .answersNothing()
                                .to(_ -> Answer.empty()),
                        Route.get("/who", Access.of(Role.AGENT))
                                .summary("Says who calls.")
                                .answers(Greeting.class)
                                .to(
                                        call ->
                                                switch (call.caller()) {
                                                    case Caller.Agent agent ->
                                                            Answer.data(new Greeting(agent.name()));
                                                    case Caller.Owner _,
                                                            Caller.Node _,
                                                            Caller.Observer _,
                                                            Caller.Webhook _ ->
                                                            throw new IllegalStateException();
                                                }),
                        Route.get("/thread", Access.anyone())
                                .summary("Tells what kind of thread it runs on.")
                                .answers(Boolean.class)
                                .to(_ -> Answer.data(Thread.currentThread().isVirtual())));
    }

    @AfterAll
    void stop() {
        edge.close();
    }

    @Test
    void data_comes_in_the_envelope_with_the_promised_status() {
        HttpResponse<String> response =
                edge.send(edge.request("/hello").POST(HttpRequest.BodyPublishers.noBody()));

        assertThat(response.statusCode()).isEqualTo(201);
        assertThat(response.headers().firstValue("Content-Type")).contains("application/json");
        assertThat(response.body()).isEqualTo("{\"ok\":true,\"data\":{\"greeting_text\":\"new\"}}");
    }

    @Test
    void an_answer_may_name_another_status_and_headers() {
        HttpResponse<String> response =
                edge.send(edge.request("/hello").PUT(HttpRequest.BodyPublishers.noBody()));

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Idempotency-Replayed")).contains("true");
    }

    @Test
    void path_and_query_reach_the_endpoint_decoded() {
        assertThat(edge.get("/hello/a%2Fb%20%F0%9F%91%8D?loud=%21+%26").body())
                .contains("\"a/b 👍! &\"");
    }

    @Test
    void a_cursor_always_has_both_fields() {
        assertThat(edge.get("/page").body())
                .isEqualTo(
                        "{\"ok\":true,\"data\":[],\"cursor\":{\"next\":null,\"has_more\":false}}");
    }

    @Test
    void done_is_the_bare_envelope_and_empty_is_no_content() {
        HttpResponse<String> done =
                edge.send(edge.request("/done").POST(HttpRequest.BodyPublishers.noBody()));
        HttpResponse<String> empty = edge.send(edge.request("/gone").DELETE());

        assertThat(done.body()).isEqualTo("{\"ok\":true}");
        assertThat(empty.statusCode()).isEqualTo(204);
        assertThat(empty.body()).isEmpty();
    }

    @Test
    void an_unknown_path_is_not_found() {
        HttpResponse<String> response = edge.get("/nowhere");

        assertThat(response.statusCode()).isEqualTo(404);
        assertThat(response.body())
                .isEqualTo(
                        "{\"ok\":false,\"error\":{\"code\":\"not_found\",\"message\":\"There is nothing at this path\"}}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"DELETE", "PATCH", "TRACE", "PROPFIND"})
    void a_known_path_with_another_method_is_refused_with_allow(String method) {
        HttpResponse<String> response =
                edge.send(
                        edge.request("/hello").method(method, HttpRequest.BodyPublishers.noBody()));

        assertThat(response.statusCode()).isEqualTo(405);
        assertThat(response.headers().firstValue("Allow")).contains("POST, PUT, OPTIONS");
        assertThat(response.body()).contains("\"code\":\"method_not_allowed\"");
    }

    @Test
    void options_lists_the_methods() {
        HttpResponse<String> response =
                edge.send(
                        edge.request("/hello/ada")
                                .method("OPTIONS", HttpRequest.BodyPublishers.noBody()));

        assertThat(response.statusCode()).isEqualTo(204);
        assertThat(response.headers().firstValue("Allow")).contains("GET, HEAD, OPTIONS");
    }

    @Test
    void head_is_get_without_the_body() {
        HttpResponse<String> get = edge.get("/hello/ada");
        HttpResponse<String> head = edge.send(edge.request("/hello/ada").HEAD());

        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(head.body()).isEmpty();
        assertThat(head.headers().firstValue("Content-Length"))
                .isEqualTo(get.headers().firstValue("Content-Length"));
    }

    @ParameterizedTest
    @CsvSource({
        "Bearer at_live_known, 200, greeting_text",
        "Bearer at_live_other, 401, agent_token_invalid",
        "Bearer rk_live_known, 401, unauthorized",
        "Bearer nt_live_known, 401, node_token_forbidden",
        "Token at_live_known, 401, unauthorized",
    })
    void the_gate_stands_before_the_endpoint(String header, int status, String word) {
        HttpResponse<String> response =
                edge.send(edge.request("/who").header("Authorization", header));

        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(response.body()).contains(word);
        assertThat(response.headers().firstValue("WWW-Authenticate").isPresent())
                .isEqualTo(status == 401);
    }

    @Test
    void endpoints_run_on_virtual_threads() {
        assertThat(edge.get("/thread").body()).isEqualTo("{\"ok\":true,\"data\":true}");
    }

    @Test
    void a_query_that_is_not_utf_8_is_an_invalid_request() {
        HttpResponse<String> response = edge.get("/hello/ada?loud=%FF");

        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(response.body()).contains("\"code\":\"invalid_request\"");
    }

    @Test
    void a_harmless_request_id_is_kept_and_any_other_replaced() {
        String kept = "a".repeat(128);

        assertThat(requestId(kept)).isEqualTo(kept);
        assertThat(requestId("a".repeat(129))).matches("[0-9a-f]{16}");
        assertThat(requestId("<script>")).matches("[0-9a-f]{16}");
        assertThat(edge.get("/done").headers().firstValue("X-Request-Id")).isPresent();
    }

    @Test
    void every_answer_carries_the_security_headers_and_no_server_name() {
        for (String path : new String[] {"/hello/ada", "/nowhere", "/health"}) {
            HttpResponse<String> response = edge.get(path);

            assertThat(response.headers().map())
                    .containsEntry("x-content-type-options", java.util.List.of("nosniff"))
                    .containsEntry("referrer-policy", java.util.List.of("no-referrer"))
                    .containsEntry("cache-control", java.util.List.of("no-store"))
                    .doesNotContainKeys("server", "x-powered-by", "strict-transport-security");
        }
    }

    private String requestId(String sent) {
        return edge.send(edge.request("/hello/ada").header("X-Request-Id", sent))
                .headers()
                .firstValue("X-Request-Id")
                .orElseThrow();
    }
}
