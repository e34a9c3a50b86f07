package dev.waybill.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.json.Json;
import dev.waybill.server.WholeServer.Reply;
import dev.waybill.server.config.ProvidersConfig;
import dev.waybill.server.provider.StubProvider;
import dev.waybill.server.store.TestEngine;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The vectors of `provider-delivery` §7 that are GitHub's and Feishu's, over HTTP, with nothing set but what an operator sets.
class RealProvidersTest {
    private static final String PULL = "pull_request_comment";
    private static final String MERGE = "PUT /repos/o/r/pulls/1/merge";
    private static final String REPLY = "POST /open-apis/im/v1/messages/om_1/reply";
    private static final String REVIEWS = "/repos/o/r/pulls/1/reviews";

    @TempDir private Path temp;
    private StubProvider stub;
    private WholeServer server;

    @BeforeEach
    void start() {
        stub = StubProvider.start();
        ProvidersConfig providers =
                new ProvidersConfig(
                        Map.of(
                                "github",
                                Map.of(
                                        "token", "ghp_not_to_be_seen",
                                        "base-url", stub.url(),
                                        "marker", "off"),
                                "feishu",
                                Map.of(
                                        "app-id", "cli_1",
                                        "app-secret", "not-to-be-seen",
                                        "base-url", stub.url())),
                        null,
                        null,
                        false,
                        List.of());
        server = WholeServer.start(TestEngine.SQLITE, temp.resolve("data"), providers);
        stub.on(
                "POST /open-apis/auth/v3/tenant_access_token/internal",
                200,
                "{\"code\":0,\"msg\":\"ok\",\"tenant_access_token\":\"t-1\",\"expire\":7200}");
    }

    @AfterEach
    void stop() {
        server.close();
        stub.close();
    }

    @Test
    void v1_to_v4_each_surface_names_what_can_be_done_there() {
        assertThat(operations("issue_comment", null))
                .startsWith("add_comment", "close_issue", "reopen_issue")
                .contains("add_reaction")
                .doesNotContain("merge_pull_request");
        assertThat(operations(PULL, null))
                .startsWith("add_comment", "close_issue", "reopen_issue", "merge_pull_request");
        assertThat(operations("review_comment", "review_comment:5"))
                .startsWith("reply_in_review_thread");
        assertThat(operations("pull_request", null)).isEqualTo(operations(PULL, null));
    }

    @Test
    void v13_a_comment_is_made_as_github_wants_it() {
        stub.on(
                "POST /repos/o/r/issues/1/comments",
                201,
                "{\"id\":7,\"html_url\":\"https://x/7\"}");

        JsonNode sent =
                invoke(github("issue_comment", null), "add_comment", "{\"body\":\"hi\"}").body();

        assertThat(sent.path("status").asString()).isEqualTo("sent");
        assertThat(sent.path("note").asString()).isEqualTo("sent GitHub issue comment");
        assertThat(sent.path("result").path("url").asString()).isEqualTo("https://x/7");
        assertThat(stub.journal().getLast().body()).isEqualTo("{\"body\":\"hi\"}");
    }

    @Test
    void v19_a_merge_says_only_what_was_asked() {
        stub.on(MERGE, 200, "{\"sha\":\"abc\",\"merged\":true}");

        JsonNode merged =
                invoke(
                                github(PULL, null),
                                "merge_pull_request",
                                "{\"mergeMethod\":\"squash\",\"commitTitle\":\"t\"}")
                        .body();

        assertThat(stub.matching(MERGE).getFirst().body())
                .contains("\"merge_method\":\"squash\"", "\"commit_title\":\"t\"")
                .doesNotContain("commit_message");
        assertThat(merged.path("result").path("merged").asBoolean()).isTrue();
        assertThat(merged.path("result").path("sha").asString()).isEqualTo("abc");
    }

    @Test
    void v19_a_merge_that_cannot_be_is_rejected() {
        stub.on(MERGE, 409, "{\"message\":\"Head branch was modified\"}");

        Reply refused = invoke(github(PULL, null), "merge_pull_request", "{}");

        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.body().path("code").asString()).isEqualTo("provider_rejected");
        assertThat(refused.body().path("details").path("providerStatus").asInt()).isEqualTo(409);
        assertThat(refused.body().path("retryable").asBoolean()).isFalse();
    }

    @Test
    void v20_and_v21_a_handle_has_to_be_readable() {
        ObjectNode bad = github("issue_comment", null);
        bad.put("targetRef", "bad");
        assertRefused(
                invoke(bad, "add_comment", "{\"body\":\"x\"}"), "invalid GitHub targetRef: bad");
        assertRefused(
                invoke(
                        github("review_comment", null),
                        "reply_in_review_thread",
                        "{\"body\":\"x\"}"),
                "reply_in_review_thread requires threadRef=review_comment:<id>");
        assertThat(
                        invoke(
                                        github("review_comment", "review_comment:abc"),
                                        "reply_in_review_thread",
                                        "{\"body\":\"x\"}")
                                .body()
                                .path("code")
                                .asString())
                .isEqualTo("invalid_handle");
        assertThat(stub.journal()).isEmpty();
    }

    @Test
    void v7_v23_and_v27_a_provider_that_nobody_has_configured_is_told_of() {
        ObjectNode slack = slack("channel_message");
        JsonNode actions =
                server.post(
                                "/deliveries/actions",
                                server.workspaceKey(),
                                "{\"deliveryHandle\":" + slack + "}")
                        .body();

        assertThat(actions.path("providerConfigured").asBoolean(true)).isFalse();
        assertThat(actions.path("operations"))
                .isNotEmpty()
                .allMatch(one -> !one.path("available").asBoolean(true));
        for (Reply refused :
                List.of(
                        invoke(slack, "send_text", "{\"text\":\"hi\"}"),
                        send(slack, "{\"text\":\"hi\"}"))) {
            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.body().path("code").asString()).isEqualTo("provider_not_configured");
        }
        assertThat(
                        invoke(slack("x"), "send_text", "{\"text\":\"hi\"}")
                                .body()
                                .path("error")
                                .asString())
                .isEqualTo("delivery operations are not supported for provider slack");
    }

    @Test
    void v23_and_v27_a_provider_that_nobody_knows_is_refused() {
        ObjectNode handle = slack("channel_message").put("provider", "carrier_pigeon");

        for (Reply refused :
                List.of(
                        invoke(handle, "send_text", "{\"text\":\"hi\"}"),
                        send(handle, "{\"text\":\"hi\"}"))) {
            assertThat(refused.status()).isEqualTo(400);
            assertThat(refused.body().path("error").asString())
                    .isEqualTo("delivery operations are not supported for provider carrier_pigeon");
        }
    }

    @Test
    void v26_text_is_sent_to_a_surface_by_its_other_name() {
        stub.on("POST /repos/o/r/issues/1/comments", 201, "{\"id\":7}");

        JsonNode sent = send(github("pull_request", null), "{\"text\":\"hi\"}").body();

        assertThat(sent.path("status").asString()).isEqualTo("sent");
        assertThat(sent.path("operation").asString()).isEqualTo("add_comment");
    }

    @Test
    void v28_feishu_needs_a_text() {
        Reply refused = send(feishu("message_reply", "om_1"), "{}");

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.body().path("error").asString())
                .isEqualTo("send_text requires input.text");
    }

    @Test
    void v29_a_reply_is_tried_again_under_the_same_id_until_it_is_taken() {
        stub.on(REPLY, 400, "{\"code\":230020,\"msg\":\"slow down\"}")
                .on(REPLY, 400, "{\"code\":230020,\"msg\":\"slow down\"}")
                .on(
                        REPLY,
                        200,
                        "{\"code\":0,\"msg\":\"success\",\"data\":{\"message_id\":\"om_2\"}}");

        JsonNode sent =
                invoke(
                                feishu("message_reply", "om_1"),
                                "send_text",
                                "{\"text\":\"hi\",\"uuid\":\"u1\"}")
                        .body();

        assertThat(sent.path("note").asString()).isEqualTo("sent Feishu message reply");
        assertThat(sent.path("attempts").asInt()).isEqualTo(3);
        assertThat(stub.matching("POST .*/reply"))
                .hasSize(3)
                .allSatisfy(one -> assertThat(one.body()).contains("\"uuid\":\"u1\""));
    }

    @Test
    void v29_a_bot_outside_the_group_is_rejected() {
        stub.on(REPLY, 400, "{\"code\":230002,\"msg\":\"not in the group\"}");

        Reply refused = invoke(feishu("message_reply", "om_1"), "send_text", "{\"text\":\"hi\"}");

        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.body().path("code").asString()).isEqualTo("provider_rejected");
    }

    @Test
    void v30_what_feishu_does_not_have_is_refused() {
        Reply surface = invoke(feishu("weird", "om_1"), "send_text", "{\"text\":\"hi\"}");
        Reply operation = invoke(feishu("message_reply", "om_1"), "zzz", "{}");

        assertThat(surface.status()).isEqualTo(400);
        assertThat(surface.body().path("code").asString()).isEqualTo("operation_not_available");
        assertThat(operation.status()).isEqualTo(404);
        assertThat(operation.body().path("error").asString())
                .isEqualTo("unknown Feishu delivery operation: zzz");
    }

    @Test
    void v35_a_review_is_submitted_at_once_or_where_it_was_begun() {
        stub.on("GET /user", 200, "{\"login\":\"waybill\"}")
                .on("GET " + REVIEWS, 200, "[]")
                .on(
                        "GET " + REVIEWS,
                        200,
                        "[{\"id\":9,\"state\":\"PENDING\",\"user\":{\"login\":\"waybill\"}}]")
                .on("POST " + REVIEWS, 200, "{\"id\":8,\"state\":\"APPROVED\"}")
                .on("POST " + REVIEWS + "/9/events", 200, "{\"id\":9,\"state\":\"APPROVED\"}");

        JsonNode first =
                invoke(github(PULL, null), "submit_review", "{\"event\":\"APPROVE\"}").body();
        JsonNode second =
                invoke(github(PULL, null), "submit_review", "{\"event\":\"APPROVE\"}").body();
        Reply wordless = invoke(github(PULL, null), "submit_review", "{\"event\":\"COMMENT\"}");

        assertThat(first.path("result").path("state").asString()).isEqualTo("APPROVED");
        assertThat(stub.matching("POST " + REVIEWS).getFirst().body())
                .isEqualTo("{\"event\":\"APPROVE\"}");
        assertThat(second.path("result").path("reviewId").asInt()).isEqualTo(9);
        assertThat(wordless.body().path("code").asString()).isEqualTo("invalid_input");
    }

    @Test
    void v36_a_reaction_is_put_where_the_thread_says() {
        String line = "POST /repos/o/r/issues/comments/77/reactions";
        stub.on(line, 201, "{\"id\":1,\"content\":\"eyes\"}")
                .on(line, 200, "{\"id\":1,\"content\":\"eyes\"}");
        ObjectNode handle = github("issue_comment", "issue_comment:77");

        JsonNode first = invoke(handle, "add_reaction", "{\"content\":\"eyes\"}").body();
        JsonNode second = invoke(handle, "add_reaction", "{\"content\":\"eyes\"}").body();
        Reply smile = invoke(handle, "add_reaction", "{\"content\":\"smile\"}");

        assertThat(first.path("result").path("created").asBoolean()).isTrue();
        assertThat(second.path("result").path("created").asBoolean(true)).isFalse();
        assertThat(smile.status()).isEqualTo(400);
    }

    @Test
    void no_secret_of_the_operator_is_shown_anywhere() {
        stub.on(
                "POST /repos/o/r/issues/1/comments",
                401,
                "{\"message\":\"ghp_not_to_be_seen is bad\"}");

        Reply refused = invoke(github("issue_comment", null), "add_comment", "{\"body\":\"hi\"}");
        String shown =
                server.get(
                                "/deliveries/" + refused.body().path("deliveryId").asString(),
                                server.workspaceKey())
                        .body()
                        .toString();

        assertThat(refused.status()).isEqualTo(502);
        assertThat(refused.body().path("code").asString()).isEqualTo("provider_auth");
        assertThat(shown + refused.body())
                .contains("provider_auth")
                .doesNotContain("not_to_be_seen");
    }

    private static void assertRefused(Reply reply, String words) {
        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.body().path("error").asString()).isEqualTo(words);
        assertThat(reply.body().path("code").asString()).isEqualTo("invalid_handle");
    }

    private List<String> operations(String surface, @Nullable String thread) {
        ObjectNode body = Json.emptyObject();
        body.set("deliveryHandle", github(surface, thread));
        JsonNode answer =
                server.post("/deliveries/actions", server.workspaceKey(), body.toString()).body();
        return StreamSupport.stream(answer.path("operations").spliterator(), false)
                .map(one -> one.path("name").asString())
                .toList();
    }

    private Reply invoke(ObjectNode handle, String operation, String input) {
        return server.post(
                "/v1/deliveries/invoke",
                server.workspaceKey(),
                "{\"deliveryHandle\":%s,\"operation\":\"%s\",\"input\":%s}"
                        .formatted(handle, operation, input));
    }

    private Reply send(ObjectNode handle, String payload) {
        return server.post(
                "/deliveries/send",
                server.workspaceKey(),
                "{\"deliveryHandle\":%s,\"kind\":\"reply\",\"payload\":%s}"
                        .formatted(handle, payload));
    }

    private static ObjectNode github(String surface, @Nullable String thread) {
        ObjectNode handle = Json.emptyObject().put("provider", "github").put("surface", surface);
        handle.put("targetRef", "o/r#1");
        handle.put("threadRef", thread);
        return handle;
    }

    private static ObjectNode feishu(String surface, String target) {
        ObjectNode handle = Json.emptyObject().put("provider", "feishu").put("surface", surface);
        handle.put("targetRef", target);
        return handle;
    }

    private static ObjectNode slack(String surface) {
        return Json.emptyObject()
                .put("provider", "slack")
                .put("surface", surface)
                .put("targetRef", "C123");
    }
}
