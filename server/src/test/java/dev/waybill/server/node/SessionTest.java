package dev.waybill.server.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.server.http.TestSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// An agent's own session: the reply first, then what waits, and what an ack does.
@Timeout(60)
class SessionTest {
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
    void a_session_is_told_of_its_node_first() throws Exception {
        api.say(alice, "waits");
        try (TestNode node = TestNode.unregistered(api, bob)) {
            JsonNode data = node.register();

            assertThat(data.get("id").asString()).isEqualTo(node.id());
            assertThat(data.at("/provider/name").asString()).isEqualTo("default");
            assertThat(data.get("accepted_capabilities")).isEmpty();
            assertThat(TestNode.text(node.delivery("bob"))).isEqualTo("waits");
        }
    }

    @Test
    void nothing_that_was_acknowledged_comes_again() throws Exception {
        try (TestNode node = TestNode.session(api, bob)) {
            for (int i = 1; i <= 10; i++) {
                api.say(alice, "m" + i);
            }
            node.deliveries("bob", 10);
            node.ack("bob", 7);
            node.heardSoFar();
        }

        try (TestNode node = TestNode.session(api, bob)) {
            assertThat(TestNode.seqs(node.deliveries("bob", 3))).containsExactly(8L, 9L, 10L);
            node.ack("bob", 10);
            node.heardSoFar();
        }
        api.say(alice, "m11");
        try (TestNode node = TestNode.session(api, bob)) {
            assertThat(TestNode.text(node.delivery("bob"))).isEqualTo("m11");
        }
    }

    @Test
    void an_ack_that_comes_at_once_counts() throws Exception {
        try (TestNode node = TestNode.session(api, bob)) {
            for (int i = 1; i <= 300; i++) {
                api.tell(alice, "bob", "m" + i);
                node.ack("bob", node.delivery("bob").get("seq").asLong());
            }
            node.heardSoFar();
        }
        api.tell(alice, "bob", "last");
        try (TestNode node = TestNode.session(api, bob)) {
            assertThat(TestNode.text(node.delivery("bob"))).isEqualTo("last");
        }
    }

    @Test
    void the_window_bounds_what_is_under_way_and_acks_move_it() throws Exception {
        int all = 200;
        for (int i = 1; i <= all; i++) {
            api.tell(alice, "bob", "m" + i);
        }
        try (TestNode node = TestNode.session(api, bob)) {
            List<JsonNode> heard = new ArrayList<>(node.deliveries("bob", 64));
            assertThat(node.heardSoFar()).isEmpty();

            while (heard.size() < all) {
                node.ack("bob", heard.getLast().get("seq").asLong());
                heard.addAll(node.deliveries("bob", Math.min(64, all - heard.size())));
            }

            assertThat(TestNode.seqs(heard))
                    .isEqualTo(LongStream.rangeClosed(1, all).boxed().toList());
        }
    }

    @Test
    void both_sessions_of_an_agent_get_everything_and_one_ack_is_enough() throws Exception {
        try (TestNode first = TestNode.session(api, bob);
                TestNode second = TestNode.session(api, bob)) {
            List<String> sent = IntStream.rangeClosed(1, 150).mapToObj(i -> "m" + i).toList();
            for (String text : sent) {
                api.tell(alice, "bob", text);
                first.ack("bob", first.delivery("bob").get("seq").asLong());
            }

            assertThat(TestNode.texts(second.deliveries("bob", sent.size()))).isEqualTo(sent);
            assertThat(second.heardSoFar()).isEmpty();
            first.heardSoFar();
        }
        api.tell(alice, "bob", "new");
        try (TestNode third = TestNode.session(api, bob)) {
            assertThat(TestNode.text(third.delivery("bob"))).isEqualTo("new");
        }
    }

    @Test
    void a_wrong_token_opens_nothing() {
        assertThatThrownBy(
                        () ->
                                TestSocket.open(
                                        api.url(), "/v1/node/ws?token=nt_live_" + "0".repeat(48)))
                .hasCauseInstanceOf(WebSocketHandshakeException.class)
                .cause()
                .extracting(e -> ((WebSocketHandshakeException) e).getResponse().statusCode())
                .isEqualTo(401);
        assertThatThrownBy(() -> TestSocket.open(api.url(), "/v1/node/ws?token=" + bob))
                .hasCauseInstanceOf(WebSocketHandshakeException.class);
        assertThatThrownBy(() -> TestSocket.open(api.url(), "/v1/node/ws"))
                .hasCauseInstanceOf(WebSocketHandshakeException.class);
    }

    @Test
    void a_frame_that_is_refused_is_answered_under_its_id() throws Exception {
        try (TestNode node = TestNode.unregistered(api, bob)) {
            JsonNode early = node.ask(TestNode.frame("delivery.ack").put("agent", "bob"));
            JsonNode mismatch = node.ask(node.registration().put("node_id", "node_direct_1"));
            node.register();
            JsonNode unknown = node.ask(TestNode.frame("node.dance"));
            node.send("{\"v\":1,\"type\":\"delivery.ack\"}");
            JsonNode incomplete = node.next("error");
            JsonNode notForSessions =
                    node.ask(TestNode.frame("agent.register").put("name", "carol"));

            assertThat(names(early)).containsExactly("v", "id", "type", "ok", "code", "message");
            assertThat(codes(early, mismatch, unknown, incomplete, notForSessions))
                    .containsExactly(
                            "invalid_message",
                            "node_id_mismatch",
                            "invalid_message",
                            "invalid_message",
                            "node_capacity_exceeded");
            assertThat(incomplete.get("id").asString()).isNotBlank();
        }
    }

    @Test
    void fields_nobody_knows_are_passed_over() throws Exception {
        try (TestNode node = TestNode.unregistered(api, bob)) {
            node.send(
                    node.registration()
                            .put("repo_keys", "x")
                            .put("resume_cursor", (String) null)
                            .put("load", (String) null));
            assertThat(node.next().get("ok").asBoolean()).isTrue();
            node.send(TestNode.frame("node.heartbeat").put("load", 0.5).put("mood", "good"));

            api.say(alice, "still there");

            assertThat(TestNode.text(node.delivery("bob"))).isEqualTo("still there");
        }
    }

    @Test
    void an_ack_for_another_agent_or_for_what_was_never_sent_settles_nothing() throws Exception {
        String carol = api.agent("carol");
        api.tell(alice, "carol", "for carol");
        try (TestNode node = TestNode.session(api, bob)) {
            node.ack("carol", 1);
            node.ack("bob", Long.MAX_VALUE);
            node.ack("bob", 999);
            assertThat(node.heardSoFar()).isEmpty();
            api.tell(alice, "bob", "later");
            assertThat(TestNode.text(node.delivery("bob"))).isEqualTo("later");
        }
        try (TestNode node = TestNode.session(api, bob);
                TestNode other = TestNode.session(api, carol)) {
            assertThat(TestNode.text(node.delivery("bob"))).isEqualTo("later");
            assertThat(TestNode.text(other.delivery("carol"))).isEqualTo("for carol");
        }
    }

    @Test
    void many_quick_messages_to_a_session_that_acknowledges_them_all_arrive() throws Exception {
        int all = 1500;
        String batch =
                "{\"messages\":["
                        + String.join(
                                ",",
                                IntStream.range(0, 500)
                                        .mapToObj(i -> "{\"to\":\"bob\",\"text\":\"m\"}")
                                        .toList())
                        + "]}";
        try (TestNode node = TestNode.session(api, bob)) {
            for (int sent = 0; sent < all; sent += 500) {
                api.post("/v1/messages/batch", alice, batch).data();
                for (int i = 0; i < 500; i++) {
                    node.ack("bob", node.delivery("bob").get("seq").asLong());
                }
            }

            api.tell(alice, "bob", "end");
            JsonNode end = node.delivery("bob");

            assertThat(TestNode.text(end)).isEqualTo("end");
            assertThat(end.get("seq").asLong()).isEqualTo(all + 1);
        }
    }

    private static List<String> names(JsonNode object) {
        return new ArrayList<>(object.propertyNames());
    }

    private static List<String> codes(JsonNode... errors) {
        return List.of(errors).stream().map(error -> error.path("code").asString("none")).toList();
    }
}
