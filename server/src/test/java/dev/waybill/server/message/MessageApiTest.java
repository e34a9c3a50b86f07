package dev.waybill.server.message;

import static dev.waybill.server.message.MessageApi.GENERAL;
import static dev.waybill.server.message.MessageApi.encoded;
import static dev.waybill.server.message.MessageApi.id;
import static dev.waybill.server.message.MessageApi.names;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// Messages, threads, reactions, reading and search, over HTTP.
class MessageApiTest {
    @TempDir private Path temp;
    private MessageApi at;

    @BeforeEach
    void start() throws Exception {
        at = new MessageApi(temp.resolve("data"));
    }

    @AfterEach
    void stop() {
        at.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "return=minimal",
                "respond-async, return = \"minimal\"",
                "Return=minimal; x=1, wait=1"
            })
    void who_prefers_a_minimal_answer_is_told_what_a_sender_cannot_know(String said)
            throws Exception {
        HttpResponse<String> posted = at.preferring(said, GENERAL, "{\"text\":\"one\"}");
        HttpResponse<String> told =
                at.preferring(said, "/v1/dm", "{\"to\":\"bob\",\"text\":\"two\"}");
        HttpResponse<String> both =
                at.preferring(
                        said,
                        "/v1/messages/batch",
                        "{\"messages\":[{\"to\":\"bob\",\"text\":\"three\"},{\"to\":\"nobody\",\"text\":\"x\"}]}");

        assertThat(List.of(posted, told, both))
                .allSatisfy(
                        answer ->
                                assertThat(answer.headers().firstValue("Preference-Applied"))
                                        .contains("return=minimal"));
        assertThat(names(at.data(posted, 201))).containsExactly("id", "created_at");
        assertThat(names(at.data(told, 201)))
                .containsExactly("id", "conversation_id", "created_at");
        JsonNode results = at.data(both, 200);
        assertThat(names(results.get(0).get("data")))
                .containsExactly("id", "conversation_id", "created_at");
        assertThat(results.get(1).at("/error/code").asString()).isEqualTo("agent_not_found");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "return=representation",
                "returns=minimal",
                "return=minimalist",
                "wait=1; return=minimal",
                ""
            })
    void who_prefers_anything_else_is_told_everything(String said) throws Exception {
        HttpResponse<String> posted = at.preferring(said, GENERAL, "{\"text\":\"one\"}");

        assertThat(posted.headers().firstValue("Preference-Applied")).isEmpty();
        assertThat(at.data(posted, 201).get("text").asString()).isEqualTo("one");
    }

    @Test
    void a_message_is_answered_listed_and_shown_with_every_field() throws Exception {
        JsonNode sent =
                at.data(
                        at.post(
                                GENERAL,
                                at.alice,
                                "{\"text\":\"hi @bob\",\"data\":{\"k\":1},\"mode\":\"steer\"}"),
                        201);

        assertThat(names(sent))
                .containsExactly(
                        "id",
                        "channel_id",
                        "agent_id",
                        "agent_name",
                        "text",
                        "blocks",
                        "metadata",
                        "has_attachments",
                        "thread_id",
                        "created_at",
                        "reply_count",
                        "reactions",
                        "read_by_count",
                        "attachments",
                        "mentions",
                        "injection_mode");
        assertThat(
                        at.data(
                                        at.get(
                                                GENERAL + "?limit=0&before=99999999999999999999",
                                                at.bob),
                                        200)
                                .get(0))
                .isEqualTo(sent);
        JsonNode shown = at.data(at.get("/v1/messages/" + id(sent), at.key), 200);
        assertThat(shown.get("mentions").get(0).asString()).isEqualTo("bob");
        assertThat(shown.get("deliveries").size()).isEqualTo(2);
        assertThat(shown.at("/deliveries/0/status").asString()).isEqualTo("queued");
        assertThat(shown.at("/deliveries/0/delivery_id").asString())
                .startsWith("del_" + id(sent) + "_");
    }

    @Test
    void what_is_wrong_with_a_message_is_said() throws Exception {
        at.assertError(
                at.post(GENERAL, at.alice, "{\"text\":\"x\",\"mode\":\"shout\"}"),
                400,
                "invalid_request");
        at.assertError(
                at.post(GENERAL, at.alice, "{\"text\":\"x\",\"attachments\":[\"file_1\"]}"),
                400,
                "invalid_request");
        at.assertError(at.post(GENERAL, at.key, "{\"text\":\"x\"}"), 403, "agent_token_required");
        at.assertError(
                at.post("/v1/channels/nowhere/messages", at.alice, "{\"text\":\"x\"}"),
                404,
                "channel_not_found");
        at.assertError(at.get("/v1/messages/1", at.alice), 404, "message_not_found");
        at.assertError(at.get("/v1/messages/x", at.alice), 404, "message_not_found");
        at.assertError(
                at.post("/v1/dm", at.alice, "{\"to\":\"bob\",\"text\":\"\"}"),
                400,
                "invalid_request");
        at.assertError(
                at.post("/v1/dm", at.alice, "{\"to\":\"nobody\",\"text\":\"x\"}"),
                404,
                "agent_not_found");
        at.assertError(at.get(GENERAL + "?before=x", at.alice), 400, "invalid_request");
    }

    @Test
    void replies_form_a_thread() throws Exception {
        JsonNode root = at.data(at.post(GENERAL, at.alice, "{\"text\":\"root\"}"), 201);
        String replies = "/v1/messages/" + id(root) + "/replies";

        JsonNode reply = at.data(at.post(replies, at.bob, "{\"text\":\"one\"}"), 201);
        JsonNode thread = at.data(at.get(replies, at.key), 200);

        assertThat(reply.get("channel_name").asString()).isEqualTo("general");
        assertThat(reply.get("thread_id").asString()).isEqualTo(id(root));
        assertThat(thread.at("/parent/reply_count").asInt()).isEqualTo(1);
        assertThat(thread.at("/replies/0/text").asString()).isEqualTo("one");
        at.assertError(
                at.post("/v1/messages/1/replies", at.bob, "{\"text\":\"x\"}"),
                404,
                "message_not_found");
    }

    @Test
    void reactions_come_and_go() throws Exception {
        JsonNode message = at.data(at.post(GENERAL, at.alice, "{\"text\":\"hi\"}"), 201);
        String reactions = "/v1/messages/" + id(message) + "/reactions";

        JsonNode added = at.data(at.post(reactions, at.bob, "{\"emoji\":\"👍\"}"), 201);

        assertThat(names(added))
                .containsExactly("id", "message_id", "agent_name", "emoji", "created_at");
        assertThat(at.data(at.get(reactions, at.alice), 200).toString())
                .isEqualTo("[{\"emoji\":\"👍\",\"count\":1,\"agents\":[\"bob\"]}]");
        assertThat(at.send("DELETE", reactions + "/" + encoded("👍"), at.bob, null).statusCode())
                .isEqualTo(204);
        assertThat(at.data(at.get(reactions, at.key), 200).size()).isZero();
        at.assertError(at.post(reactions, at.bob, "{\"emoji\":\"\"}"), 400, "invalid_request");
    }

    @Test
    void reading_needs_no_body_and_shows_in_readers_and_status() throws Exception {
        JsonNode message = at.data(at.post(GENERAL, at.alice, "{\"text\":\"hi\"}"), 201);
        String path = "/v1/messages/" + id(message);

        JsonNode read = at.data(at.send("POST", path + "/read", at.bob, null), 200);

        assertThat(names(read)).containsExactly("message_id", "agent_id", "read_at");
        JsonNode readers = at.data(at.get(path + "/readers", at.alice), 200);
        assertThat(readers.get(0).get("agent_name").asString()).isEqualTo("bob");
        assertThat(readers.get(0).get("read_at")).isEqualTo(read.get("read_at"));
        JsonNode status = at.data(at.get("/v1/channels/general/read-status", at.key), 200);
        assertThat(names(status.get(0)))
                .containsExactly("agent_name", "last_read_id", "last_read_at");
        assertThat(status.get(1).get("last_read_id").asString()).isEqualTo(id(message));
        assertThat(at.data(at.get(path, at.alice), 200).at("/deliveries/0/status").asString())
                .isEqualTo("acked");
    }

    @Test
    void a_sent_message_can_be_searched_for() throws Exception {
        at.data(at.post(GENERAL, at.alice, "{\"text\":\"the quick fox\"}"), 201);
        String search = "/v1/search?q=" + encoded("\"quick fox\"");

        long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (at.data(at.get(search, at.bob), 200).isEmpty()) {
            assertThat(System.nanoTime()).as("found before the deadline").isLessThan(deadline);
        }

        JsonNode hit =
                at.data(at.get(search + "&from=alice&channel=general&limit=5", at.key), 200).get(0);
        assertThat(names(hit))
                .containsExactly(
                        "id",
                        "channel_name",
                        "agent_name",
                        "text",
                        "created_at",
                        "relevance_score");
        assertThat(hit.get("relevance_score").asDouble()).isPositive();
        assertThat(at.data(at.get("/v1/search", at.bob), 200).size()).isZero();
    }
}
