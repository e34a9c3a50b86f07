package dev.waybill.server.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// The words of what a session is sent, live and later.
@Timeout(60)
class DeliverFrameTest {
    @TempDir private Path folder;

    private RelayApi api;
    private String alice;
    private String bob;

    @BeforeEach
    void start() {
        api = RelayApi.start(folder);
        alice = api.agent("alice");
        bob = api.agent("bob");
    }

    @AfterEach
    void stop() {
        api.close();
    }

    @Test
    void a_channel_message_has_exactly_the_keys_of_the_wire() throws Exception {
        try (TestNode node = TestNode.session(api, bob)) {
            String id = api.say(alice, "hello @bob");

            JsonNode frame = node.delivery("bob");

            assertThat(names(frame))
                    .containsExactly(
                            "v",
                            "type",
                            "delivery_id",
                            "agent_id",
                            "agent",
                            "msg_id",
                            "seq",
                            "mode",
                            "payload");
            assertThat(frame.get("v").asInt()).isEqualTo(1);
            assertThat(frame.get("msg_id").asString()).isEqualTo(id);
            assertThat(frame.get("seq").asLong()).isEqualTo(1);
            assertThat(frame.get("mode").asString()).isEqualTo("wait");
            assertThat(frame.at("/payload/type").asString()).isEqualTo("message.created");
            JsonNode data = frame.at("/payload/data");
            assertThat(names(data))
                    .containsExactlyInAnyOrder(
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
                            "mentions",
                            "attachments",
                            "injection_mode",
                            "channel_name",
                            "from_name");
            assertThat(data.get("from_name").asString()).isEqualTo("alice");
            assertThat(data.get("channel_name").asString()).isEqualTo("general");
            assertThat(data.get("mentions").get(0).asString()).isEqualTo("bob");
            assertThat(data.get("blocks").isNull()).isTrue();
            assertThat(data.get("thread_id").isNull()).isTrue();
        }
    }

    @Test
    void replies_and_direct_messages_have_their_own_words() throws Exception {
        try (TestNode node = TestNode.session(api, bob)) {
            String root = api.say(alice, "root");
            api.post("/v1/messages/" + root + "/replies", alice, "{\"text\":\"reply\"}").data();
            api.tell(alice, "bob", "psst");

            List<JsonNode> heard = node.deliveries("bob", 3);

            assertThat(TestNode.seqs(heard)).containsExactly(1L, 2L, 3L);
            JsonNode reply = heard.get(1).get("payload");
            assertThat(reply.get("type").asString()).isEqualTo("thread.reply");
            assertThat(names(reply.get("data")))
                    .containsExactlyInAnyOrder(
                            "id",
                            "channel_id",
                            "agent_id",
                            "agent_name",
                            "thread_id",
                            "text",
                            "blocks",
                            "metadata",
                            "has_attachments",
                            "created_at",
                            "channel_name",
                            "from_name");
            assertThat(reply.at("/data/thread_id").asString()).isEqualTo(root);
            JsonNode direct = heard.get(2).get("payload");
            assertThat(direct.get("type").asString()).isEqualTo("dm.received");
            assertThat(names(direct.get("data")))
                    .containsExactlyInAnyOrder(
                            "conversation_id",
                            "message",
                            "created_at",
                            "id",
                            "from_agent_id",
                            "to",
                            "text",
                            "injection_mode",
                            "attachments",
                            "from_name");
            assertThat(names(direct.at("/data/message")))
                    .containsExactlyInAnyOrder(
                            "id",
                            "agent_id",
                            "agent_name",
                            "text",
                            "injection_mode",
                            "attachments");
            assertThat(direct.at("/data/to").asString()).isEqualTo("bob");
        }
    }

    @Test
    void a_message_to_a_group_names_its_sender_as_agent() throws Exception {
        String carol = api.agent("carol");
        try (TestNode node = TestNode.session(api, carol)) {
            String group =
                    api.post("/v1/dm/group", alice, "{\"participants\":[\"bob\",\"carol\"]}")
                            .data()
                            .get("id")
                            .asString();
            api.post(
                            "/v1/dm/" + group + "/messages",
                            alice,
                            "{\"text\":\"all\",\"mode\":\"steer\"}")
                    .data();

            JsonNode frame = node.delivery("carol");

            assertThat(frame.get("mode").asString()).isEqualTo("steer");
            assertThat(frame.at("/payload/type").asString()).isEqualTo("group_dm.received");
            assertThat(names(frame.at("/payload/data")))
                    .containsExactlyInAnyOrder(
                            "conversation_id",
                            "message",
                            "created_at",
                            "id",
                            "agent_id",
                            "text",
                            "injection_mode",
                            "attachments",
                            "from_name");
            assertThat(frame.at("/payload/data/conversation_id").asString()).isEqualTo(group);
        }
    }

    @Test
    void what_was_not_acknowledged_comes_again_in_order_and_byte_for_byte() throws Exception {
        String odd =
                """
                {"text":"odd \\u00e9 \\uD83D\\uDE00 <&> @bob","blocks":[{"z":1.10,"a":[1e2,12345678901234567890,null]}],
                 "data":{"b":0.1,"a":{"deep":[true,"\\u2028"]}},"mode":"steer"}
                """;
        List<JsonNode> live;
        try (TestNode node = TestNode.session(api, bob)) {
            api.post("/v1/channels/general/messages", alice, odd).data();
            api.tell(alice, "bob", "two");
            String root = api.say(alice, "three");
            api.post("/v1/messages/" + root + "/replies", alice, odd).data();
            live = node.deliveries("bob", 4);
        }

        try (TestNode node = TestNode.session(api, bob)) {
            List<JsonNode> again = node.deliveries("bob", 4);

            assertThat(again).extracting(JsonNode::toString).isEqualTo(strings(live));
        }
    }

    @Test
    void a_reaction_and_a_reading_are_told_outside_the_sequence() throws Exception {
        try (TestNode node = TestNode.session(api, alice)) {
            String id = api.say(alice, "nice");
            api.post("/v1/messages/" + id + "/reactions", bob, "{\"emoji\":\"👍\"}").data();
            api.post("/v1/messages/" + id + "/reactions", bob, "{\"emoji\":\"🎉\"}").data();
            api.post("/v1/messages/" + id + "/read", bob, null).data();

            JsonNode thumb = node.next("deliver");
            JsonNode party = node.next("deliver");
            JsonNode read = node.next("deliver");

            assertThat(thumb.get("seq").asLong()).isZero();
            assertThat(thumb.at("/payload/type").asString()).isEqualTo("message.reacted");
            assertThat(names(thumb.at("/payload/data")))
                    .containsExactlyInAnyOrder(
                            "id",
                            "message_id",
                            "emoji",
                            "agent_name",
                            "created_at",
                            "channel_name",
                            "action");
            assertThat(thumb.get("msg_id").asString()).isNotEqualTo(id);
            assertThat(thumb.get("msg_id")).isNotEqualTo(party.get("msg_id"));
            assertThat(read.at("/payload/type").asString()).isEqualTo("message.read");
            assertThat(names(read.at("/payload/data")))
                    .containsExactlyInAnyOrder("message_id", "agent_id", "agent_name", "read_at");
            node.ack("alice", 0);
            assertThat(node.heardSoFar()).isEmpty();
        }
    }

    private static List<String> names(JsonNode object) {
        return new ArrayList<>(object.propertyNames());
    }

    private static List<String> strings(List<JsonNode> frames) {
        return frames.stream().map(JsonNode::toString).toList();
    }
}
