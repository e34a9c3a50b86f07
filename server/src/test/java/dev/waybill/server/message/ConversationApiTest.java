package dev.waybill.server.message;

import static dev.waybill.server.message.MessageApi.GENERAL;
import static dev.waybill.server.message.MessageApi.id;
import static dev.waybill.server.message.MessageApi.names;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Conversations, inboxes and batches, over HTTP.
class ConversationApiTest {
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

    @Test
    void a_message_to_one_agent_is_answered_in_the_shape_clients_know() throws Exception {
        JsonNode sent =
                at.data(at.post("/v1/dm", at.alice, "{\"to\":\"bob\",\"text\":\"psst\"}"), 201);
        String conversation = sent.get("conversation_id").asString();

        assertThat(names(sent))
                .containsExactly(
                        "conversation_id",
                        "message",
                        "created_at",
                        "id",
                        "from_agent_id",
                        "to",
                        "text",
                        "injection_mode",
                        "attachments");
        JsonNode listed = at.data(at.get("/v1/dm/conversations", at.bob), 200);
        assertThat(listed.at("/0/id").asString()).isEqualTo(conversation);
        assertThat(listed.at("/0/type").asString()).isEqualTo("1:1");
        assertThat(listed.at("/0/name").isNull()).isTrue();
        assertThat(listed.at("/0/unread_count").asInt()).isEqualTo(1);
        String messages = "/v1/dm/" + conversation + "/messages";
        assertThat(at.data(at.get(messages, at.bob), 200).at("/0/text").asString())
                .isEqualTo("psst");
        at.assertError(at.get(messages, at.carol), 403, "forbidden");
        at.assertError(at.get("/v1/dm/dm_0/messages", at.carol), 404, "dm_conversation_not_found");
        JsonNode answered = at.data(at.post(messages, at.bob, "{\"text\":\"yes\"}"), 201);
        assertThat(answered.has("agent_id")).isTrue();
        String all = "/v1/dm/conversations/" + conversation + "/messages";
        assertThat(at.data(at.get(all, at.key), 200).size()).isEqualTo(2);
        at.assertError(at.get(all, at.alice), 403, "forbidden");
    }

    @Test
    void a_group_is_called_by_its_number_wherever_it_is_told_of() throws Exception {
        String group =
                id(at.data(at.post("/v1/dm/group", at.alice, "{\"participants\":[\"bob\"]}"), 201));
        at.data(at.post("/v1/dm/" + group + "/messages", at.alice, "{\"text\":\"all\"}"), 201);
        String observer =
                at.data(
                                at.post(
                                        "/v1/observer-tokens",
                                        at.key,
                                        """
                                        {"name":"o","scopes":["stream:read","dms:read","activity:read"],
                                         "filters":{"include_dms":true,"dm_conversation_ids":["%s"]}}"""
                                                .formatted(group)),
                                201)
                        .get("token")
                        .asString();

        JsonNode events = at.data(at.get("/v1/workspace/events", observer), 200).get("events");
        JsonNode activity = at.data(at.get("/v1/activity", observer), 200);

        JsonNode told =
                events.valueStream()
                        .filter(event -> event.get("type").asString().equals("group_dm.received"))
                        .findFirst()
                        .orElseThrow();
        assertThat(told.at("/payload/conversation_id").asString()).isEqualTo(group);
        assertThat(activity).hasSize(1);
        assertThat(activity.get(0).get("conversation_id").asString()).isEqualTo(group);
    }

    @Test
    void groups_are_made_filled_and_left() throws Exception {
        JsonNode group =
                at.data(
                        at.post(
                                "/v1/dm/group",
                                at.alice,
                                "{\"participants\":[\"bob\"],\"name\":\"team\"}"),
                        201);
        String path = "/v1/dm/" + id(group);

        assertThat(group.get("dm_type").asString()).isEqualTo("group");
        assertThat(group.get("participants").size()).isEqualTo(2);
        assertThat(
                        at.data(
                                        at.post(
                                                path + "/participants",
                                                at.alice,
                                                "{\"agent_name\":\"carol\"}"),
                                        200)
                                .get("already_member")
                                .asBoolean())
                .isFalse();
        assertThat(
                        at.data(at.post(path + "/messages", at.carol, "{\"text\":\"hi\"}"), 201)
                                .get("conversation_id")
                                .asString())
                .isEqualTo(id(group));
        assertThat(at.send("DELETE", path + "/participants/carol", at.alice, null).statusCode())
                .isEqualTo(204);
        at.assertError(at.get(path + "/messages", at.carol), 403, "forbidden");
        JsonNode all = at.data(at.get("/v1/dm/conversations/all", at.key), 200);
        assertThat(names(all.get(0)))
                .containsExactly(
                        "id",
                        "channel_id",
                        "type",
                        "participants",
                        "last_message",
                        "message_count");
        assertThat(all.at("/0/participants").toString()).isEqualTo("[\"alice\",\"bob\"]");
    }

    @Test
    void a_repeated_request_is_answered_as_the_first_and_marked() throws Exception {
        JsonNode group =
                at.data(at.post("/v1/dm/group", at.alice, "{\"participants\":[\"bob\"]}"), 201);
        JsonNode root = at.data(at.post(GENERAL, at.alice, "{\"text\":\"root\"}"), 201);
        for (String path :
                List.of(
                        GENERAL,
                        "/v1/messages/" + id(root) + "/replies",
                        "/v1/dm/" + id(group) + "/messages")) {
            assertOnce(path, "{\"text\":\"once\"}");
        }
        assertOnce("/v1/dm", "{\"to\":\"bob\",\"text\":\"once\"}");
        assertOnce("/v1/dm/group", "{\"participants\":[\"carol\"]}");
    }

    @Test
    void an_inbox_has_its_four_lists() throws Exception {
        at.data(at.post(GENERAL, at.alice, "{\"text\":\"@bob look\"}"), 201);
        at.data(at.post("/v1/dm", at.alice, "{\"to\":\"bob\",\"text\":\"psst\"}"), 201);

        JsonNode inbox = at.data(at.get("/v1/inbox?limit=5", at.bob), 200);

        assertThat(names(inbox))
                .containsExactly("unread_channels", "mentions", "unread_dms", "recent_reactions");
        assertThat(inbox.at("/unread_channels/0/unread_count").asInt()).isEqualTo(1);
        assertThat(inbox.at("/mentions/0/text").asString()).isEqualTo("@bob look");
        assertThat(inbox.at("/unread_dms/0/from").asString()).isEqualTo("alice");
        assertThat(inbox.at("/unread_dms/0/last_message/text").asString()).isEqualTo("psst");
    }

    @Test
    void a_batch_is_answered_item_by_item() throws Exception {
        JsonNode results =
                at.data(
                        at.post(
                                "/v1/messages/batch",
                                at.alice,
                                "{\"messages\":[{\"channel\":\"general\",\"text\":\"one\"},"
                                        + "{\"to\":\"nobody\",\"text\":\"x\"},"
                                        + "{\"to\":\"bob\",\"text\":\"two\"}]}"),
                        200);

        assertThat(results.at("/0/ok").asBoolean()).isTrue();
        assertThat(results.at("/0/data/text").asString()).isEqualTo("one");
        assertThat(results.get(1).toString())
                .isEqualTo(
                        "{\"ok\":false,\"error\":{\"code\":\"agent_not_found\",\"message\":\"Agent \\\"nobody\\\" not found\"}}");
        assertThat(results.at("/2/data/to").asString()).isEqualTo("bob");
        at.assertError(
                at.post("/v1/messages/batch", at.alice, "{\"messages\":[]}"),
                400,
                "invalid_request");
    }

    private void assertOnce(String path, String body) throws Exception {
        HttpResponse<String> first = at.keyed(path, body);
        HttpResponse<String> again = at.keyed(path, body);

        assertThat(again.statusCode()).as(path).isEqualTo(201);
        assertThat(at.json.tree(again.body())).isEqualTo(at.json.tree(first.body()));
        assertThat(again.headers().firstValue("Idempotency-Replayed")).contains("true");
    }
}
