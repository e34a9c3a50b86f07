package dev.waybill.server;

import static dev.waybill.server.OutboundServer.HANDLE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.provider.StubProvider;
import dev.waybill.server.store.TestEngine;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/// The vectors of `provider-delivery` §7 that are the engine's, over HTTP, on each engine.
@ParameterizedClass
@EnumSource(TestEngine.class)
class DeliveryVectorsTest {
    private static final String COMMENT = "POST /add_comment";

    private final TestEngine engine;
    @TempDir private Path temp;
    private OutboundServer server;
    private StubProvider stub;

    DeliveryVectorsTest(TestEngine engine) {
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
                        OutboundServer.Setup.QUICK);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void v13_an_operation_is_done() {
        stub.on(COMMENT, 201, "{\"id\":77}");

        JsonNode answer = server.invoke("add_comment", "{\"body\":\"hi\"}").body();

        assertThat(answer.path("deliveryId").asString()).startsWith("dlv_").hasSize(16);
        assertThat(answer.path("threadRef").isNull()).isTrue();
        assertThat(answer.path("replyMode").isNull()).isTrue();
        assertThat(answer.path("kind").asString()).isEqualTo("add_comment");
        assertThat(answer.path("payload").toString()).isEqualTo("{\"body\":\"hi\"}");
        assertThat(answer.path("status").asString()).isEqualTo("sent");
        assertThat(answer.path("createdAt").asString()).endsWith("Z");
        assertThat(answer.path("note").asString()).isEqualTo("sent GitHub issue comment");
        assertThat(answer.path("operation").asString()).isEqualTo("add_comment");
        assertThat(answer.path("replayed").asBoolean()).isFalse();
        assertThat(answer.path("attempts").asInt()).isEqualTo(1);
        assertThat(answer.path("result").path("providerId").asString()).isEqualTo("77");
        assertThat(answer.path("providerStatus").asInt()).isEqualTo(201);
        assertThat(answer.path("providerRequestId").asString()).isEqualTo("req-1");
        assertThat(stub.matching("POST .*").getFirst().body()).isEqualTo("{\"body\":\"hi\"}");
    }

    @Test
    void v14_text_that_is_required_may_not_be_blank() {
        assertThat(refused(server.invoke("add_comment", "{}"), 400, "invalid_input"))
                .isEqualTo("add_comment requires input.body");
        assertThat(
                        refused(
                                server.invoke("add_comment", "{\"body\":\"   \"}"),
                                400,
                                "invalid_input"))
                .isEqualTo("add_comment requires input.body");

        nothingHappened();
    }

    @Test
    void v15_what_the_schema_does_not_know_is_refused() {
        WholeServer.Reply reply = server.invoke("add_comment", "{\"body\":\"x\",\"zzz\":1}");

        refused(reply, 400, "invalid_input");
        JsonNode detail = reply.body().path("details").get(0);
        assertThat(detail.path("path").asString()).isEqualTo("/zzz");
        assertThat(detail.path("keyword").asString()).isEqualTo("additionalProperties");
        assertThat(detail.path("message").asString()).isNotEmpty();
        nothingHappened();
    }

    @Test
    void v16_an_operation_has_to_be_known() {
        assertThat(refused(server.invoke("nope", "{}"), 404, "unknown_operation"))
                .isEqualTo("unknown GitHub delivery operation: nope");
    }

    @Test
    void v17_an_operation_of_another_surface_is_not_run() {
        refused(server.invoke("merge_pull_request", "{}"), 400, "operation_not_available");

        nothingHappened();
    }

    @Test
    void v18_a_word_that_the_schema_does_not_have_is_refused() {
        String body =
                "{\"deliveryHandle\":"
                        + HANDLE.replace("issue_comment", "pull_request_comment")
                        + ",\"operation\":\"merge_pull_request\",\"input\":{\"mergeMethod\":\"weird\"}}";

        refused(server.post("/deliveries/invoke", body), 400, "invalid_input");

        nothingHappened();
    }

    @Test
    void v20_an_operation_needs_a_target_that_can_be_read() {
        String body =
                "{\"deliveryHandle\":"
                        + HANDLE.replace("o/r#1", "bad")
                        + ",\"operation\":\"add_comment\",\"input\":{\"body\":\"x\"}}";

        assertThat(refused(server.post("/deliveries/invoke", body), 400, "invalid_handle"))
                .isEqualTo("invalid GitHub targetRef: bad");
    }

    @Test
    void v22_the_input_is_an_object() {
        refused(
                server.post(
                        "/deliveries/invoke",
                        "{\"deliveryHandle\":" + HANDLE + ",\"operation\":\"add_comment\"}"),
                400,
                "invalid_request");
        assertThat(refused(server.invoke("add_comment", "\"str\""), 400, "invalid_request"))
                .isEqualTo("expected object");
    }

    @Test
    void v23_and_v27_a_provider_has_to_be_there() {
        String slack = "{\"provider\":\"slack\",\"surface\":\"x\",\"targetRef\":\"y\",";

        assertThat(
                        refused(
                                server.post(
                                        "/deliveries/invoke",
                                        slack + "\"operation\":\"send_text\",\"input\":{}}"),
                                400,
                                "unsupported_provider"))
                .isEqualTo("delivery operations are not supported for provider slack");
        refused(
                server.post("/deliveries/send", slack + "\"payload\":{\"text\":\"hi\"}}"),
                400,
                "unsupported_provider");
        nothingHappened();
    }

    @Test
    void v24_text_is_sent_by_the_operation_that_stands_for_it() {
        stub.on(COMMENT, 201, "{\"id\":77}");

        JsonNode answer =
                send("{\"deliveryHandle\":"
                                + HANDLE
                                + ",\"kind\":\"reply\",\"payload\":{\"text\":\"hi\"}}")
                        .body();

        assertThat(answer.path("kind").asString()).isEqualTo("reply");
        assertThat(answer.path("operation").asString()).isEqualTo("add_comment");
        assertThat(answer.path("canonical").asBoolean()).isTrue();
        assertThat(answer.path("payload").toString()).isEqualTo("{\"text\":\"hi\"}");
        assertThat(answer.path("note").asString()).isEqualTo("sent GitHub issue comment");
        assertThat(stub.matching("POST .*").getFirst().body()).isEqualTo("{\"body\":\"hi\"}");
    }

    @Test
    void v25_something_that_is_no_text_is_not_sent() {
        refused(
                send("{\"deliveryHandle\":" + HANDLE + ",\"payload\":{\"foo\":1}}"),
                400,
                "invalid_input");

        nothingHappened();
    }

    @Test
    void v26_a_place_without_plain_text_is_told_of() {
        String handle = HANDLE.replace("issue_comment", "deployment");

        WholeServer.Reply reply =
                send("{\"deliveryHandle\":" + handle + ",\"payload\":{\"text\":\"x\"}}");

        assertThat(refused(reply, 400, "not_canonical"))
                .isEqualTo(
                        "deliver send is not supported for github/deployment; use deliver invoke");
        assertThat(reply.body().path("details").path("operations").get(0).asString())
                .isEqualTo("close_issue");
    }

    @Test
    void v31_what_a_provider_refuses_is_on_record() {
        stub.on(COMMENT, 422, "{\"message\":\"Validation Failed\"}");

        WholeServer.Reply reply = server.invoke("add_comment", "{\"body\":\"hi\"}");

        refused(reply, 422, "provider_rejected");
        assertThat(reply.body().path("retryable").asBoolean()).isFalse();
        assertThat(reply.body().path("details").path("providerStatus").asInt()).isEqualTo(422);
        JsonNode kept = server.show(reply.body().path("deliveryId").asString());
        assertThat(kept.path("status").asString()).isEqualTo("failed");
        assertThat(kept.path("errorCode").asString()).isEqualTo("provider_rejected");
        assertThat(kept.path("providerStatus").asInt()).isEqualTo(422);
    }

    @Test
    void v32_a_provider_that_wants_rest_gets_it() {
        stub.on(COMMENT, 403, Map.of("Retry-After", "1"), "{\"message\":\"secondary rate limit\"}")
                .on(COMMENT, 201, "{\"id\":77}");
        long begun = System.nanoTime();

        JsonNode answer = server.invoke("add_comment", "{\"body\":\"hi\"}").body();

        assertThat(System.nanoTime() - begun).isGreaterThanOrEqualTo(1_000_000_000L);
        assertThat(answer.path("status").asString()).isEqualTo("sent");
        assertThat(answer.path("attempts").asInt()).isEqualTo(2);
        JsonNode events = server.show(answer.path("deliveryId").asString()).path("events");
        assertThat(each(events, "toStatus"))
                .containsExactly("queued", "in_flight", "queued", "in_flight", "sent");
        assertThat(each(events, "httpStatus")).containsExactly("", "", "403", "", "201");
        assertThat(events.get(2).path("retryAfterMs").asInt()).isEqualTo(1000);
    }

    @Test
    void v33_what_nobody_knows_is_looked_up_and_not_done_twice() {
        stub.cut(COMMENT);

        WholeServer.Reply reply = server.invoke("add_comment", "{\"body\":\"hi\"}");

        refused(reply, 504, "provider_timeout");
        String id = reply.body().path("deliveryId").asString();
        stub.on("GET /done", 200, "[{\"id\":88,\"delivery\":\"" + id + "\"}]");
        server.awaitStatus(id, "sent");
        assertThat(server.show(id).path("result").path("providerId").asString()).isEqualTo("88");
        assertThat(stub.matching("POST .*")).hasSize(1);
    }

    @Test
    void v34_a_key_is_good_for_one_request() {
        stub.on(COMMENT, 201, "{\"id\":77}");
        String body = OutboundServer.body("add_comment", "{\"body\":\"hi\"}", "");

        JsonNode first = server.keyed("/deliveries/invoke", body, "k1").body();
        JsonNode second = server.keyed("/v1/deliveries/invoke", body, "k1").body();
        JsonNode third =
                server.invoke("add_comment", "{\"body\":\"hi\"}", ",\"idempotencyKey\":\"k1\"")
                        .body();

        assertThat(first.path("replayed").asBoolean()).isFalse();
        assertThat(second.path("replayed").asBoolean()).isTrue();
        assertThat(third.path("replayed").asBoolean()).isTrue();
        assertThat(second.path("deliveryId")).isEqualTo(first.path("deliveryId"));
        assertThat(stub.matching("POST .*")).hasSize(1);
        refused(
                server.keyed(
                        "/deliveries/invoke",
                        OutboundServer.body("add_comment", "{\"body\":\"other\"}", ""),
                        "k1"),
                409,
                "idempotency_conflict");
    }

    @Test
    void v40_a_body_that_cannot_be_read_is_refused() {
        refused(server.post("/deliveries/invoke", "{bad"), 400, "malformed_json");
        refused(
                server.whole()
                        .send(
                                HttpRequest.newBuilder(server.whole().uri("/deliveries/invoke"))
                                        .header("Authorization", "Bearer " + server.key())
                                        .header("Content-Type", "text/xml")
                                        .POST(BodyPublishers.ofString("<a/>"))),
                415,
                "unsupported_media_type");
        refused(
                server.whole()
                        .offer(
                                "/deliveries/invoke",
                                server.key(),
                                "\"" + "x".repeat(2 << 20) + "\""),
                413,
                "too_large");
    }

    @Test
    void fields_that_nobody_knows_are_refused() {
        assertThat(
                        refused(
                                server.invoke(
                                        "add_comment", "{\"body\":\"x\"}", ",\"oparation\":1"),
                                400,
                                "unknown_field"))
                .isEqualTo("unknown field: oparation");
    }

    private WholeServer.Reply send(String body) {
        return server.post("/deliveries/send", body);
    }

    /// The words of the refusal.
    private static String refused(WholeServer.Reply reply, int status, String code) {
        JsonNode body = reply.body();
        assertThat(body.path("code").asString()).as(body.toString()).isEqualTo(code);
        assertThat(reply.status()).isEqualTo(status);
        assertThat(body.has("retryable")).isTrue();
        return body.path("error").asString();
    }

    private void nothingHappened() {
        assertThat(stub.journal()).isEmpty();
        assertThat(server.get("/deliveries").body().path("deliveries")).isEmpty();
    }

    private static List<String> each(JsonNode list, String field) {
        return StreamSupport.stream(list.spliterator(), false)
                .map(one -> one.path(field).asString(""))
                .toList();
    }
}
