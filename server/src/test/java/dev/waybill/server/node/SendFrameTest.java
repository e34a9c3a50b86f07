package dev.waybill.server.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Messages that are sent through the node channel.
@Timeout(60)
class SendFrameTest {
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
    void a_message_goes_to_a_channel_to_an_agent_or_into_a_thread() throws Exception {
        try (TestNode from = TestNode.session(api, alice);
                TestNode to = TestNode.session(api, bob)) {
            JsonNode posted = from.ask(said("one").put("channel", "general")).get("data");
            JsonNode told = from.ask(said("two").put("to", "bob")).get("data");
            JsonNode replied =
                    from.ask(said("three").put("reply_to", posted.get("id").asString()))
                            .get("data");

            List<JsonNode> heard = to.deliveries("bob", 3);

            assertThat(heard)
                    .extracting(frame -> frame.get("msg_id").asString())
                    .containsExactly(
                            posted.get("id").asString(),
                            told.get("id").asString(),
                            replied.get("id").asString());
            assertThat(heard)
                    .extracting(frame -> frame.at("/payload/type").asString())
                    .containsExactly("message.created", "dm.received", "thread.reply");
        }
    }

    @Test
    void a_broker_sends_for_the_agents_it_hosts_and_for_no_other() throws Exception {
        try (TestNode broker = TestNode.broker(api, api.node("box"));
                TestNode to = TestNode.session(api, bob)) {
            broker.host("w1");

            broker.ask(said("hello").put("to", "bob").put("from", "w1"));
            JsonNode notHere = broker.ask(said("no").put("to", "bob").put("from", "alice"));
            JsonNode nobody = broker.ask(said("no").put("to", "bob"));

            JsonNode heard = to.delivery("bob");
            assertThat(heard.at("/payload/data/from_name").asString()).isEqualTo("w1");
            assertThat(notHere.get("code").asString()).isEqualTo("agent_not_found");
            assertThat(nobody.get("code").asString()).isEqualTo("invalid_message");
            assertThat(to.heardSoFar())
                    .extracting(frame -> frame.get("type").asString())
                    .doesNotContain("deliver");
        }
    }

    @Test
    void many_under_way_at_once_keep_their_order_and_are_all_answered() throws Exception {
        int all = 600;
        try (TestNode from = TestNode.session(api, alice);
                TestNode to = TestNode.session(api, bob)) {
            for (int i = 0; i < all; i++) {
                from.send(said("m" + i).put("to", "bob").put("id", "s" + i));
            }

            List<String> heard = new ArrayList<>();
            while (heard.size() < all) {
                JsonNode next = to.delivery("bob");
                heard.add(TestNode.text(next));
                to.ack("bob", next.get("seq").asLong());
            }
            List<String> answered = new ArrayList<>();
            while (answered.size() < all) {
                JsonNode reply = from.next("reply");
                assertThat(reply.get("ok").asBoolean()).isTrue();
                answered.add(reply.get("id").asString());
            }

            assertThat(heard).isEqualTo(IntStream.range(0, all).mapToObj(i -> "m" + i).toList());
            assertThat(answered).isEqualTo(IntStream.range(0, all).mapToObj(i -> "s" + i).toList());
        }
    }

    @Test
    void a_key_that_was_used_is_answered_with_what_was_sent_then() throws Exception {
        try (TestNode from = TestNode.session(api, alice);
                TestNode to = TestNode.session(api, bob)) {
            ObjectNode once = said("once").put("to", "bob").put("idempotency_key", "k1");
            JsonNode first = from.ask(once);
            JsonNode again = from.ask(once);
            JsonNode other = from.ask(said("twice").put("to", "bob").put("idempotency_key", "k1"));

            assertThat(again.get("data")).isEqualTo(first.get("data"));
            assertThat(other.get("code").asString()).isEqualTo("idempotency_key_reused");
            to.delivery("bob");
            assertThat(to.heardSoFar()).isEmpty();
        }
    }

    @Test
    void who_wants_a_minimal_answer_is_told_what_a_sender_cannot_know() throws Exception {
        try (TestNode from = TestNode.session(api, alice);
                TestNode to = TestNode.session(api, bob)) {
            JsonNode posted = from.ask(briefly("one").put("channel", "general")).get("data");
            ObjectNode keyed = briefly("two").put("to", "bob").put("idempotency_key", "k1");
            JsonNode told = from.ask(keyed).get("data");
            JsonNode again = from.ask(keyed).get("data");
            String thread = posted.get("id").asString();
            JsonNode replied = from.ask(briefly("three").put("reply_to", thread)).get("data");
            String room = told.get("conversation_id").asString();
            JsonNode back = from.ask(briefly("four").put("conversation_id", room)).get("data");

            assertThat(to.deliveries("bob", 4))
                    .extracting(frame -> frame.get("msg_id").asString())
                    .containsExactly(
                            thread,
                            told.get("id").asString(),
                            replied.get("id").asString(),
                            back.get("id").asString());
            assertThat(List.of(posted, replied))
                    .allSatisfy(
                            answer ->
                                    assertThat(answer.propertyNames())
                                            .containsExactly("id", "created_at"));
            assertThat(List.of(told, back))
                    .allSatisfy(
                            answer ->
                                    assertThat(answer.propertyNames())
                                            .containsExactly(
                                                    "id", "conversation_id", "created_at"));
            assertThat(again).isEqualTo(told);
        }
    }

    @Test
    void what_cannot_be_sent_is_refused_under_its_id_and_the_next_is_sent() throws Exception {
        try (TestNode from = TestNode.session(api, alice)) {
            List<String> codes = new ArrayList<>();
            codes.add(code(from.ask(said("x").put("channel", "nowhere"))));
            codes.add(code(from.ask(said("x").put("to", "nobody"))));
            codes.add(code(from.ask(said("x").put("reply_to", "1"))));
            codes.add(code(from.ask(said("x"))));
            codes.add(code(from.ask(said("x").put("to", "bob").put("channel", "general"))));
            codes.add(code(from.ask(TestNode.frame("message.send").put("to", "bob"))));
            codes.add(code(from.ask(said("x").put("to", "bob").put("mode", "loud"))));
            codes.add(code(from.ask(said("x").put("to", "bob").put("answer", "short"))));
            JsonNode sent = from.ask(said("x").put("to", "bob"));

            assertThat(codes)
                    .containsExactly(
                            "channel_not_found",
                            "agent_not_found",
                            "message_not_found",
                            "invalid_message",
                            "invalid_message",
                            "invalid_message",
                            "invalid_message",
                            "invalid_message");
            assertThat(sent.get("ok").asBoolean()).isTrue();
        }
    }

    @Test
    void what_was_answered_is_there_for_everyone() throws Exception {
        try (TestNode from = TestNode.session(api, alice)) {
            for (int i = 0; i < 50; i++) {
                String id =
                        from.ask(said("m" + i).put("channel", "general")).at("/data/id").asString();

                assertThat(api.get("/v1/messages/" + id, bob).status()).isEqualTo(200);
            }
        }
    }

    private static ObjectNode said(String text) {
        return TestNode.frame("message.send").put("text", text);
    }

    private static ObjectNode briefly(String text) {
        return said(text).put("answer", "minimal");
    }

    private static String code(JsonNode frame) {
        return frame.path("code").asString(frame.toString());
    }
}
