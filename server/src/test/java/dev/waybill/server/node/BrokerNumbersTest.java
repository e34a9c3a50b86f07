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
import tools.jackson.databind.node.ObjectNode;

/// The numbers that the deliveries of hosted agents carry: without holes, whatever happens.
@Timeout(60)
class BrokerNumbersTest {
    @TempDir private Path folder;

    private RelayApi api;
    private String alice;
    private JsonNode box;

    @BeforeEach
    void start() {
        api = RelayApi.start(folder);
        alice = api.agent("alice");
        box = api.node("box");
    }

    @AfterEach
    void stop() {
        api.close();
    }

    @Test
    void numbers_start_with_one_whatever_the_agent_had_before() throws Exception {
        String bob = api.agent("bob");
        try (TestNode session = TestNode.session(api, bob)) {
            for (int i = 0; i < 5; i++) {
                api.tell(alice, "bob", "before");
            }
            session.deliveries("bob", 5);
            session.ack("bob", 3);
            session.heardSoFar();
        }
        try (TestNode broker = TestNode.broker(api, box)) {
            broker.host("bob");
            api.tell(alice, "bob", "after");

            List<JsonNode> heard = broker.deliveries("bob", 3);

            assertThat(TestNode.seqs(heard)).containsExactly(1L, 2L, 3L);
            assertThat(TestNode.texts(heard)).containsExactly("before", "before", "after");
            broker.ack("bob", 2);
            broker.heardSoFar();
            broker.host("bob");
            JsonNode again = broker.delivery("bob");
            assertThat(again.get("seq").asLong()).isEqualTo(1);
            assertThat(TestNode.text(again)).isEqualTo("after");
        }
    }

    @Test
    void a_reply_to_agent_register_comes_before_the_agents_deliveries() throws Exception {
        String bob = api.agent("bob");
        api.tell(alice, "bob", "waits");
        try (TestNode broker = TestNode.broker(api, box)) {
            broker.send(TestNode.frame("agent.register").put("id", "r").put("name", "bob"));

            assertThat(broker.next().get("type").asString()).isEqualTo("reply");
            assertThat(TestNode.text(broker.next())).isEqualTo("waits");
        }
        assertThat(bob).isNotBlank();
    }

    @Test
    void what_was_read_meanwhile_leaves_no_hole_in_the_numbers() throws Exception {
        String bob = api.agent("bob");
        List<String> ids = new ArrayList<>();
        for (int i = 1; i <= 5; i++) {
            ids.add(api.tell(alice, "bob", "m" + i));
        }
        api.post("/v1/messages/" + ids.get(0) + "/read", bob, null).data();
        api.post("/v1/messages/" + ids.get(2) + "/read", bob, null).data();
        try (TestNode broker = TestNode.broker(api, box)) {
            broker.host("bob");

            List<JsonNode> heard = broker.deliveries("bob", 5);

            assertThat(TestNode.seqs(heard)).containsExactly(1L, 2L, 3L, 4L, 5L);
            assertThat(heard)
                    .extracting(frame -> frame.at("/payload/type").asString())
                    .containsExactly(
                            "delivery.settled",
                            "dm.received",
                            "delivery.settled",
                            "dm.received",
                            "dm.received");
            assertThat(heard.get(0).get("msg_id")).isNotEqualTo(heard.get(2).get("msg_id"));
        }
    }

    @Test
    void a_broker_that_comes_back_goes_on_with_its_numbers() throws Exception {
        try (TestNode broker = TestNode.broker(api, box)) {
            broker.host("w1");
            for (int i = 1; i <= 4; i++) {
                api.tell(alice, "w1", "m" + i);
            }
            broker.deliveries("w1", 4);
            broker.ack("w1", 3);
            broker.heardSoFar();
        }
        api.tell(alice, "w1", "m5");
        try (TestNode broker = TestNode.broker(api, box)) {
            List<JsonNode> heard = broker.deliveries("w1", 2);

            assertThat(TestNode.seqs(heard)).containsExactly(4L, 5L);
            assertThat(TestNode.texts(heard)).containsExactly("m4", "m5");
        }
    }

    @Test
    void numbers_go_on_after_a_restart_of_the_server() throws Exception {
        try (ServerProcess first = ServerProcess.start(folder.resolve("own"), 0, "sqlite")) {
            int port;
            JsonNode node;
            String key = first.key();
            String sender;
            try (RelayApi here = new RelayApi(first.url(), key)) {
                node = here.node("box");
                sender = here.agent("sender");
                here.agent("w1");
                here.tell(sender, "w1", "zero");
                try (TestNode broker = TestNode.broker(here, node)) {
                    broker.host("w1");
                    String one = here.tell(sender, "w1", "one");
                    broker.deliveries("w1", 2);
                    broker.ack("w1", 2);
                    awaitAcked(here, sender, one);
                    here.tell(sender, "w1", "two");
                    broker.delivery("w1");
                }
                port = first.port();
            }
            first.kill();
            try (ServerProcess second = ServerProcess.start(folder.resolve("own"), port, "sqlite");
                    RelayApi here = new RelayApi(second.url(), key);
                    TestNode broker = TestNode.broker(here, node)) {
                here.tell(sender, "w1", "three");

                List<JsonNode> heard = broker.deliveries("w1", 2);

                assertThat(TestNode.seqs(heard)).containsExactly(3L, 4L);
                assertThat(TestNode.texts(heard)).containsExactly("two", "three");
            }
        }
    }

    @Test
    void a_broker_that_has_forgotten_is_brought_up_to_date_once() throws Exception {
        try (TestNode broker = TestNode.broker(api, box)) {
            broker.host("w1");
            for (int i = 1; i <= 3; i++) {
                api.tell(alice, "w1", "m" + i);
            }
            broker.deliveries("w1", 3);
            broker.ack("w1", 3);
            api.tell(alice, "w1", "m4");
            api.tell(alice, "w1", "m5");
            broker.deliveries("w1", 2);

            broker.ack("w1", 0);
            List<JsonNode> healed = broker.deliveries("w1", 2);
            broker.ack("w1", 0);
            broker.ack("w1", 0);

            assertThat(TestNode.seqs(healed)).containsExactly(1L, 2L);
            assertThat(TestNode.texts(healed)).containsExactly("m4", "m5");
            assertThat(broker.heardSoFar()).isEmpty();
            broker.ack("w1", 2);
            api.tell(alice, "w1", "m6");
            assertThat(broker.delivery("w1").get("seq").asLong()).isEqualTo(3);
        }
    }

    @Test
    void a_broker_that_has_counted_an_agent_before_is_asked_how_far() throws Exception {
        String bob = api.agent("bob");
        JsonNode other = api.node("other");
        try (TestNode broker = TestNode.broker(api, box)) {
            broker.host("bob");
            for (int i = 1; i <= 3; i++) {
                api.tell(alice, "bob", "m" + i);
            }
            broker.deliveries("bob", 3);
            broker.ack("bob", 2);
            broker.heardSoFar();
        }
        api.bind("other", "bob");
        api.bind("box", "bob");
        try (TestNode broker = TestNode.broker(api, box);
                TestNode rival = TestNode.broker(api, other)) {
            JsonNode question = broker.delivery("bob");
            assertThat(question.at("/payload/type").asString()).isEqualTo("delivery.settled");
            assertThat(question.get("seq").asLong()).isEqualTo(1);
            assertThat(broker.heardSoFar()).isEmpty();

            broker.ack("bob", 3); // as brokers do with a number they had before
            api.tell(alice, "bob", "m4");
            List<JsonNode> heard = broker.deliveries("bob", 2);

            assertThat(TestNode.seqs(heard)).containsExactly(4L, 5L);
            assertThat(TestNode.texts(heard)).containsExactly("m3", "m4");
            broker.ack("bob", 5);
            broker.heardSoFar();
            assertThat(rival.heardSoFar()).isEmpty();
        }
        try (TestNode broker = TestNode.broker(api, box)) {
            api.tell(alice, "bob", "m5");
            assertThat(broker.delivery("bob").get("seq").asLong()).isEqualTo(6);
        }
        assertThat(bob).isNotBlank();
    }

    @Test
    void an_agent_that_comes_back_over_the_same_connection_is_counted_on() throws Exception {
        api.agent("bob");
        JsonNode other = api.node("other");
        try (TestNode broker = TestNode.broker(api, box);
                TestNode rival = TestNode.broker(api, other)) {
            broker.host("bob");
            api.tell(alice, "bob", "m1");
            api.tell(alice, "bob", "m2");
            broker.deliveries("bob", 2);
            broker.ack("bob", 1);
            broker.heardSoFar();
            api.bind("other", "bob");
            JsonNode question = rival.delivery("bob");
            assertThat(question.at("/payload/type").asString()).isEqualTo("delivery.settled");

            api.bind("box", "bob");
            JsonNode again = broker.delivery("bob");

            assertThat(again.get("seq").asLong()).isEqualTo(3);
            assertThat(TestNode.text(again)).isEqualTo("m2");
        }
    }

    @Test
    void a_huge_ack_does_not_disturb_the_numbers() throws Exception {
        try (TestNode broker = TestNode.broker(api, box)) {
            broker.host("w1");
            api.tell(alice, "w1", "m1");
            broker.delivery("w1");
            broker.ack("w1", 1);
            api.tell(alice, "w1", "m2");
            broker.delivery("w1");
            broker.host("w1");
            broker.delivery("w1");

            broker.ack("w1", Long.MAX_VALUE);
            api.tell(alice, "w1", "m3");

            assertThat(broker.delivery("w1").get("seq").asLong()).isEqualTo(2);
        }
    }

    @Test
    void a_node_that_keeps_cursors_is_told_where_to_go_on_and_nothing_before() throws Exception {
        String bob = api.agent("bob");
        try (TestNode session = TestNode.session(api, bob)) {
            for (int i = 1; i <= 3; i++) {
                api.tell(alice, "bob", "m" + i);
            }
            session.deliveries("bob", 3);
            session.ack("bob", 2);
            session.heardSoFar();
        }
        api.bind("box", "bob");
        try (TestNode broker = TestNode.unregisteredBroker(api, box)) {
            ObjectNode frame = broker.registration();
            frame.putArray("capabilities").addObject().put("name", "relay:delivery-cursor-v1");
            broker.send(frame);
            broker.next("reply");
            api.tell(alice, "bob", "m4");
            assertThat(broker.heardSoFar()).isEmpty();

            JsonNode data = broker.host("bob");

            assertThat(data.get("delivery_ack_seq").asLong()).isEqualTo(2);
            assertThat(TestNode.seqs(broker.deliveries("bob", 2))).containsExactly(3L, 4L);
        }
    }

    /// Until the server has written down that the agent has the message.
    private static void awaitAcked(RelayApi api, String sender, String message) {
        long until = System.nanoTime() + 10_000_000_000L;
        while (!api.get("/v1/messages/" + message, sender)
                .response()
                .body()
                .contains("\"status\":\"acked\"")) {
            assertThat(System.nanoTime()).as("acks are written in time").isLessThan(until);
            Thread.onSpinWait();
        }
    }
}
