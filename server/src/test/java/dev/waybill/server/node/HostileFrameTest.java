package dev.waybill.server.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// Frames that no client in its right mind sends: each is answered or ends its own connection, and nobody else notices.
@Timeout(60)
class HostileFrameTest {
    private static final int MANY = 10_000;
    private static final int TOO_LARGE = 1009;

    /// What a client that is still sending may see instead of the code.
    private static final int CUT_OFF = -1;

    @TempDir private Path folder;

    private RelayApi api;
    private String mallory;
    private String alice;
    private TestNode neighbour;

    @BeforeEach
    void start() throws Exception {
        api = RelayApi.start(folder);
        mallory = api.agent("mallory");
        alice = api.agent("alice");
        neighbour = TestNode.session(api, api.agent("bob"));
    }

    @AfterEach
    void stop() throws Exception {
        api.tell(alice, "bob", "all is well");
        assertThat(TestNode.text(neighbour.delivery("bob"))).isEqualTo("all is well");
        neighbour.close();
        api.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "[]",
                "null",
                "7",
                "\"node.heartbeat\"",
                "{}",
                "{\"v\":1}",
                "{\"v\":1,\"type\":null}",
                "{\"v\":1,\"type\":7}",
                "{\"v\":1,\"type\":\"\"}",
                "{\"v\":1,\"type\":\"delivery.ack\",\"agent\":\"mallory\",\"up_to_seq\":-1}",
                "{\"v\":1,\"type\":\"delivery.ack\",\"agent\":\"mallory\",\"up_to_seq\":\"1\"}",
                "{\"v\":1,\"type\":\"delivery.ack\",\"agent\":\"mallory\",\"up_to_seq\":1.5}",
                "{\"v\":1,\"type\":\"delivery.ack\",\"agent\":\"mallory\",\"up_to_seq\":99999999999999999999}",
                "{\"v\":1,\"type\":\"delivery.ack\",\"agent\":{},\"up_to_seq\":1}",
                "{\"v\":1,\"type\":\"message.send\",\"to\":[],\"text\":\"x\"}",
                "{\"v\":1,\"type\":\"message.send\",\"to\":\"alice\",\"text\":\"\\ud800\"}",
                "{\"v\":1,\"type\":\"message.send\",\"to\":\"alice\",\"text\":\"\\u0000\"}",
                "{\"v\":1,\"type\":\"message.send\",\"to\":\"alice\",\"text\":\"x\",\"attachments\":[null]}",
                "{\"v\":1,\"type\":\"message.send\",\"to\":\"alice\",\"text\":\"x\",\"idempotency_key\":\"\"}",
                "{\"v\":1,\"type\":\"node.register\",\"tags\":[null]}",
                "{\"v\":1,\"type\":\"node.register\",\"capabilities\":[7,null]}",
                "{\"v\":1,\"type\":\"node.register\",\"capabilities\":{\"name\":[]}}",
                "{\"v\":1,\"type\":\"node.register\",\"provider\":{}}",
                "{\"v\":1,\"type\":\"node.register\",\"node_id\":\"\"}",
                "{\"v\":1,\"type\":\"node.register\",\"max_agents\":99999999999}",
                "{\"v\":1,\"type\":\"inventory.sync\",\"agents\":[{}]}",
                "{\"v\":1,\"type\":\"agent.deregister\",\"agent_id\":\"x\"}",
                "{\"v\":1,\"type\":\"action.result\",\"invocation_id\":\"\",\"output\":1}",
                "{\"v\":1,\"type\":\"action.result\",\"invocation_id\":\"inv_1\"}",
                "{\"v\":1,\"type\":\"node.spawn\",\"input\":[]}",
                "{\"v\":1,\"v\":1,\"type\":\"node.heartbeat\"}",
                "{\"v\":1,\"type\":\"node.heartbeat\"} trailing"
            })
    void a_frame_that_means_nothing_is_answered_and_the_next_is_heard(String frame)
            throws Exception {
        try (TestNode node = TestNode.session(api, mallory)) {
            node.send(frame);

            assertThat(node.next("error").get("ok").asBoolean()).isFalse();
            assertThat(node.heardSoFar()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"v\":1,\"type\":\"agent.register\",\"name\":\"\"}",
                "{\"v\":1,\"type\":\"agent.register\",\"name\":\"%s\"}",
                "{\"v\":1,\"type\":\"agent.register\"}",
                "{\"v\":1,\"type\":\"inventory.sync\"}",
                "{\"v\":1,\"type\":\"inventory.sync\",\"agents\":[null]}",
                "{\"v\":1,\"type\":\"inventory.sync\",\"agents\":[{\"name\":\"a\",\"agent_id\":\"-1\"}]}",
                "{\"v\":1,\"type\":\"node.heartbeat\",\"load\":\"high\"}",
                "{\"v\":1,\"type\":\"node.heartbeat\",\"load\":1e999}",
                "{\"v\":1,\"type\":\"node.heartbeat\",\"active_agents\":1.5}",
                "{\"v\":1,\"type\":\"node.register\",\"tags\":[null]}",
                "{\"v\":1,\"type\":\"node.register\",\"provider\":{\"name\":\"other\",\"instance_id\":\"x\"}}",
                "{\"v\":1,\"type\":\"node.register\",\"max_agents\":-5}"
            })
    void the_same_holds_for_a_broker(String frame) throws Exception {
        try (TestNode node = TestNode.broker(api, api.node("box"))) {
            node.send(frame.replace("%s", "n".repeat(100_000)));

            assertThat(node.next("error").get("ok").asBoolean()).isFalse();
            assertThat(node.heardSoFar()).isEmpty();
        }
    }

    @Test
    void what_is_nested_too_deep_is_refused() throws Exception {
        try (TestNode node = TestNode.session(api, mallory)) {
            node.send("{\"v\":1,\"type\":\"x\",\"data\":" + "[".repeat(100_000));

            assertThat(node.next("error").get("code").asString()).isEqualTo("invalid_message");
        }
    }

    @Test
    void bytes_and_giants_end_the_connection() throws Exception {
        try (TestNode node = TestNode.session(api, mallory)) {
            node.socket().raw().sendBinary(ByteBuffer.allocate(100), true).join();

            assertThat(node.socket().closed()).isEqualTo(1003);
        }
        try (TestNode node = TestNode.session(api, mallory)) {
            sendUntilRefused(node.socket().raw(), "x".repeat(2 << 20), true);

            assertThat(node.socket().closed()).isIn(TOO_LARGE, CUT_OFF);
        }
        try (TestNode node = TestNode.session(api, mallory)) {
            for (int i = 0; i < 100; i++) {
                sendUntilRefused(node.socket().raw(), "x".repeat(64 << 10), false);
            }

            assertThat(node.socket().closed()).isIn(TOO_LARGE, CUT_OFF);
        }
    }

    @Test
    void a_frame_in_many_pieces_is_one_frame() throws Exception {
        try (TestNode node = TestNode.session(api, mallory)) {
            String frame = "{\"v\":1,\"id\":\"pieces\",\"type\":\"nothing\"}";
            for (int i = 0; i < frame.length(); i++) {
                WebSocket raw = node.socket().raw();
                raw.sendText(frame.substring(i, i + 1), i == frame.length() - 1).join();
                raw.sendPing(ByteBuffer.allocate(0)).join();
            }

            JsonNode error = null;
            while (error == null) {
                String heard = node.socket().next();
                error = heard.equals("pong") ? null : RelayApi.JSON.tree(heard);
            }
            assertThat(error.get("id").asString()).isEqualTo("pieces");
        }
    }

    @Test
    void ten_thousand_frames_of_garbage_are_each_refused() throws Exception {
        Random random = new Random(7);
        try (TestNode node = TestNode.session(api, mallory)) {
            for (int i = 0; i < MANY; i++) {
                byte[] junk = new byte[1 + random.nextInt(60)];
                random.nextBytes(junk);
                node.send(new String(junk, StandardCharsets.ISO_8859_1));
            }

            for (int i = 0; i < MANY; i++) {
                assertThat(node.next("error").get("ok").asBoolean()).isFalse();
            }
            assertThat(node.heardSoFar()).isEmpty();
        }
    }

    @Test
    void acks_and_heartbeats_in_a_hurry_hold_nobody_up() throws Exception {
        try (TestNode broker = TestNode.broker(api, api.node("box"))) {
            broker.host("w1");
            for (int i = 0; i < MANY; i++) {
                broker.send(TestNode.frame("node.heartbeat").put("load", i));
                broker.ack(List.of("w1", "alice", "nobody").get(i % 3), i);
            }
            api.tell(alice, "w1", "still served");

            assertThat(TestNode.text(broker.delivery("w1"))).isEqualTo("still served");
            assertThat(broker.heardSoFar()).isEmpty();
        }
    }

    private static void sendUntilRefused(WebSocket socket, String text, boolean last) {
        try {
            socket.sendText(text, last).join();
        } catch (CompletionException _) {
            // the server has closed it meanwhile
        }
    }
}
