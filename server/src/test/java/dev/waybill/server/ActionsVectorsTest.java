package dev.waybill.server;

import static dev.waybill.server.OutboundServer.HANDLE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.provider.StubProvider;
import dev.waybill.server.store.TestEngine;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/// The vectors of `provider-delivery` §7 about what can be done where, over HTTP, on each engine.
@ParameterizedClass
@EnumSource(TestEngine.class)
class ActionsVectorsTest {
    private final TestEngine engine;
    @TempDir private Path temp;
    private OutboundServer server;

    ActionsVectorsTest(TestEngine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void start() {
        server =
                OutboundServer.start(
                        engine.freshDatabase(),
                        0,
                        temp.resolve("data"),
                        StubProvider.start(),
                        OutboundServer.Setup.QUICK);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void v01_a_handle_has_its_operations_in_order() {
        JsonNode answer = actions("{\"deliveryHandle\":" + HANDLE + "}").body();

        assertThat(answer.path("sourceId").isNull()).isTrue();
        assertThat(answer.path("handle").toString()).isEqualTo(HANDLE);
        assertThat(names(answer)).containsExactly("add_comment", "close_issue", "reopen_issue");
        JsonNode first = answer.path("operations").get(0);
        assertThat(first.path("title").asString()).isEqualTo("Add Comment");
        assertThat(first.path("canonicalTextAlias").asBoolean()).isTrue();
        assertThat(first.path("inputSchema").path("required").get(0).asString()).isEqualTo("body");
        assertThat(first.path("available").asBoolean()).isTrue();
        assertThat(answer.path("operations").get(1).has("canonicalTextAlias")).isFalse();
    }

    @Test
    void v04_a_surface_goes_by_other_names() {
        String handle = HANDLE.replace("issue_comment", "pull_request");

        JsonNode answer = actions("{\"deliveryHandle\":" + handle + "}").body();

        assertThat(names(answer)).contains("merge_pull_request");
        assertThat(answer.path("handle").toString()).isEqualTo(handle);
    }

    @Test
    void v05_nulls_are_as_good_as_nothing() {
        String handle = HANDLE.replace("}", ",\"threadRef\":null,\"replyMode\":\"comment\"}");

        assertThat(names(actions("{\"deliveryHandle\":" + handle + "}").body())).hasSize(3);
    }

    @Test
    void v06_parts_of_a_handle_are_filled_up() {
        JsonNode handle = actions(HANDLE).body().path("handle");

        assertThat(handle.path("threadRef").isNull()).isTrue();
        assertThat(handle.path("replyMode").isNull()).isTrue();
    }

    @Test
    void v07_nothing_can_be_done_at_a_provider_nobody_knows() {
        JsonNode answer =
                actions("{\"provider\":\"slack\",\"surface\":\"x\",\"targetRef\":\"y\"}").body();

        assertThat(answer.path("operations")).isEmpty();
        assertThat(answer.path("providerConfigured").asBoolean()).isFalse();
    }

    @Test
    void v08_a_target_is_needed() {
        refused(actions("{}"), 400, "invalid_request");
        refused(actions("{\"provider\":\"github\"}"), 400, "invalid_request");
    }

    @Test
    void v09_a_source_has_to_be_known() {
        WholeServer.Reply reply =
                actions("{\"sourceId\":\"src_nope\",\"deliveryHandle\":" + HANDLE + "}");

        assertThat(refused(reply, 404, "unknown_source")).isEqualTo("unknown source: src_nope");
    }

    @Test
    void v10_one_target_is_enough() {
        refused(
                actions("{\"deliveryHandle\":" + HANDLE + ",\"provider\":\"feishu\"}"),
                400,
                "ambiguous_target");
        refused(
                actions("{\"deliveryHandle\":" + HANDLE + ",\"itemId\":\"itm_x\"}"),
                400,
                "ambiguous_target");
    }

    @Test
    void v11_an_item_has_to_be_known() {
        refused(actions("{\"itemId\":\"itm_nope\"}"), 404, "unknown_item");
        refused(actions("{\"entryId\":\"ent_nope\"}"), 404, "unknown_entry");
    }

    @Test
    void v12_a_target_that_cannot_be_read_is_refused() {
        String body = "{\"deliveryHandle\":" + HANDLE.replace("o/r#1", "garbage") + "}";

        assertThat(refused(actions(body), 400, "invalid_handle"))
                .isEqualTo("invalid GitHub targetRef: garbage");
    }

    @Test
    void a_handle_has_no_other_fields() {
        refused(
                actions("{\"deliveryHandle\":" + HANDLE.replace("}", ",\"x\":1}") + "}"),
                400,
                "unknown_field");
    }

    private WholeServer.Reply actions(String body) {
        return server.post("/deliveries/actions", body);
    }

    /// The words of the refusal.
    private static String refused(WholeServer.Reply reply, int status, String code) {
        JsonNode body = reply.body();
        assertThat(body.path("code").asString()).as(body.toString()).isEqualTo(code);
        assertThat(reply.status()).isEqualTo(status);
        assertThat(body.has("retryable")).isTrue();
        return body.path("error").asString();
    }

    private static List<String> names(JsonNode answer) {
        return each(answer.path("operations"), "name");
    }

    private static List<String> each(JsonNode list, String field) {
        return StreamSupport.stream(list.spliterator(), false)
                .map(one -> one.path(field).asString(""))
                .toList();
    }
}
