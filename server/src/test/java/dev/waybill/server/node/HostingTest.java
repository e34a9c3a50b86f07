package dev.waybill.server.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// A node that hosts many agents: who is hosted where, and who may connect for it.
@Timeout(60)
class HostingTest {
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
    void a_node_that_says_nothing_of_an_id_is_answered() throws Exception {
        try (TestNode broker = TestNode.unregisteredBroker(api, box)) {
            ObjectNode frame = broker.registration();
            frame.remove("id");
            broker.send(frame);

            JsonNode reply = broker.next();

            assertThat(reply.get("id").asString()).isNotBlank();
            assertThat(new ArrayList<>(reply.propertyNames()))
                    .containsExactly("v", "id", "type", "ok", "data");
        }
    }

    @Test
    void a_node_that_is_posted_to_does_not_connect_and_keeps_its_agent() throws Exception {
        String body =
                """
                {"name":"hook","kind":"http_push","delivery":{"url":"https://8.8.8.8/"}}
                """;
        JsonNode hook = api.post("/v1/nodes", api.key(), body).data();
        api.agent("bob");
        api.bind("hook", "bob");

        try (TestNode posing = TestNode.unregisteredBroker(api, hook);
                TestNode broker = TestNode.broker(api, box)) {
            JsonNode answer = posing.ask(posing.registration());
            ObjectNode taking = TestNode.frame("agent.register").put("name", "bob");

            assertThat(answer.get("code").asString()).isEqualTo("invalid_node_delivery");
            assertThat(broker.ask(taking).get("code").asString())
                    .isEqualTo("agent_location_conflict");
        }
    }

    @Test
    void every_capability_is_accepted_by_name() throws Exception {
        try (TestNode broker = TestNode.unregisteredBroker(api, box)) {
            ObjectNode frame = broker.registration();
            frame.putArray("capabilities").add("plain").addObject().put("name", "echo");
            broker.send(frame);

            JsonNode accepted = broker.next().at("/data/accepted_capabilities");

            assertThat(accepted).hasSize(2);
            assertThat(accepted.get(1).get("name").asString()).isEqualTo("echo");
            assertThat(accepted.get(1).get("accepted").asBoolean()).isTrue();
        }
    }

    @Test
    void a_hosted_agent_is_made_known_with_exactly_three_words() throws Exception {
        try (TestNode broker = TestNode.broker(api, box)) {
            JsonNode data = broker.host("w1");

            assertThat(new ArrayList<>(data.propertyNames()))
                    .containsExactlyInAnyOrder("agent_id", "token", "name");
            api.say(data.get("token").asString(), "I am here");
        }
    }

    @Test
    void an_agent_that_is_bound_while_both_are_connected_moves_at_once() throws Exception {
        String bob = api.agent("bob");
        try (TestNode broker = TestNode.broker(api, box);
                TestNode session = TestNode.session(api, bob)) {
            api.tell(alice, "bob", "direct");
            session.ack("bob", session.delivery("bob").get("seq").asLong());
            session.heardSoFar();

            api.bind("box", "bob");
            assertThat(session.socket().closed()).isEqualTo(1000);
            api.tell(alice, "bob", "hosted");
            assertThat(broker.delivery("bob").get("seq").asLong()).isEqualTo(1);
            broker.ack("bob", 1);
            JsonNode hosted = broker.delivery("bob");

            assertThat(TestNode.text(hosted)).isEqualTo("hosted");
            assertThat(hosted.get("seq").asLong()).isEqualTo(2);
            api.post("/v1/agent/node-token", bob, "{}").refused(409, "agent_bound_to_node");
            assertThat(api.unbind("box", "bob")).isEqualTo(204);
            api.tell(alice, "bob", "direct again");
            try (TestNode back = TestNode.session(api, bob)) {
                assertThat(TestNode.texts(back.deliveries("bob", 2)))
                        .containsExactly("hosted", "direct again");
            }
            broker.ack("bob", 1);
            assertThat(broker.heardSoFar()).isEmpty();
        }
    }

    @Test
    void an_agent_that_is_given_up_is_on_its_own_again() throws Exception {
        try (TestNode broker = TestNode.broker(api, box)) {
            JsonNode w1 = broker.host("w1");
            broker.send(
                    TestNode.frame("agent.deregister")
                            .put("agent_id", w1.get("agent_id").asString()));
            broker.heardSoFar();

            api.tell(alice, "w1", "alone");

            try (TestNode own = TestNode.session(api, w1.get("token").asString())) {
                assertThat(TestNode.text(own.delivery("w1"))).isEqualTo("alone");
            }
            assertThat(broker.heardSoFar()).isEmpty();
        }
    }

    @Test
    void an_inventory_binds_what_it_names_and_counts_it() throws Exception {
        try (TestNode broker = TestNode.broker(api, box)) {
            JsonNode w1 = broker.host("w1");
            broker.host("w2");
            ObjectNode frame = TestNode.frame("inventory.sync");
            frame.putArray("agents")
                    .addObject()
                    .put("agent_id", w1.get("agent_id").asString())
                    .put("name", "w1");

            JsonNode reply = broker.ask(frame);

            assertThat(new ArrayList<>(reply.get("data").propertyNames()))
                    .containsExactlyInAnyOrder(
                            "rebound_agents",
                            "open_invocations",
                            "completed_invocations",
                            "rescheduled_invocations");
            assertThat(reply.at("/data/rebound_agents").asInt()).isEqualTo(1);
            api.tell(alice, "w1", "hi");
            assertThat(broker.delivery("w1").get("seq").asLong()).isEqualTo(1);
        }
    }

    @Test
    void an_agent_on_a_living_node_is_not_taken_by_another() throws Exception {
        JsonNode other = api.node("other");
        try (TestNode broker = TestNode.broker(api, box);
                TestNode rival = TestNode.broker(api, other)) {
            broker.host("w1");

            JsonNode refusal = rival.ask(TestNode.frame("agent.register").put("name", "w1"));

            assertThat(refusal.get("code").asString()).isEqualTo("agent_location_conflict");
            broker.send(TestNode.frame("node.deregister"));
            broker.heardSoFar();
            rival.host("w1");
            api.tell(alice, "w1", "moved");
            assertThat(TestNode.text(rival.delivery("w1"))).isEqualTo("moved");
        }
    }

    @Test
    void a_provider_is_replaced_by_itself_and_by_nobody_else_while_it_lives() throws Exception {
        try (TestNode first = named("p1", "i1");
                TestNode other = TestNode.unregisteredBroker(api, box)) {
            JsonNode refusal = other.ask(providing(other, "p1", "i2"));

            assertThat(refusal.get("code").asString()).isEqualTo("provider_instance_conflict");
            try (TestNode second = named("p1", "i1")) {
                assertThat(first.socket().closed()).isEqualTo(1000);
                assertThat(second.heardSoFar()).isEmpty();
            }
        }
    }

    @Test
    void two_providers_of_a_node_host_their_own_agents() throws Exception {
        try (TestNode first = named("p1", "i1");
                TestNode second = named("p2", "i2")) {
            first.host("w1");
            second.host("w2");

            api.tell(alice, "w1", "one");
            api.tell(alice, "w2", "two");

            assertThat(TestNode.text(first.delivery("w1"))).isEqualTo("one");
            assertThat(TestNode.text(second.delivery("w2"))).isEqualTo("two");
            assertThat(first.heardSoFar()).isEmpty();
            assertThat(second.heardSoFar()).isEmpty();
        }
    }

    @Test
    void a_provider_that_leaves_takes_nothing_of_the_others_with_it() throws Exception {
        try (TestNode first = named("p1", "i1", "sum");
                TestNode second = named("p2", "i2", "echo")) {
            first.host("w1");
            second.host("w2");
            assertThat(capabilities()).containsExactly("sum", "echo");

            first.send(TestNode.frame("node.deregister"));
            first.heardSoFar();

            assertThat(capabilities()).containsExactly("echo");
            assertThat(api.owner("/v1/nodes/box").data().get("status").asString())
                    .isEqualTo("online");
            assertThat(status("w1")).isEqualTo("offline");
            assertThat(status("w2")).isEqualTo("online");
            api.tell(alice, "w2", "still here");
            assertThat(TestNode.text(second.delivery("w2"))).isEqualTo("still here");
            second.send(TestNode.frame("node.deregister"));
            second.heardSoFar();
            assertThat(api.owner("/v1/nodes/box").data().get("status").asString())
                    .isEqualTo("offline");
            assertThat(status("w2")).isEqualTo("offline");
        }
    }

    @Test
    void a_node_that_names_no_number_of_agents_keeps_the_one_its_owner_gave() throws Exception {
        JsonNode small = api.node("small", 1);
        try (TestNode broker = TestNode.broker(api, small)) {
            broker.host("w1");

            JsonNode refusal = broker.ask(TestNode.frame("agent.register").put("name", "w2"));

            assertThat(refusal.get("code").asString()).isEqualTo("node_capacity_exceeded");
        }
    }

    @Test
    void a_node_hosts_ten_thousand_agents_and_no_more() throws Exception {
        String id = box.get("id").asString();
        String many =
                """
                with recursive number (n) as (select 1 union all select n + 1 from number where n < 9999)
                insert into agent (id, workspace_id, name, type, status, metadata, created_at, last_seen, node_id, provider)
                select n, (select min(id) from workspace), 'crowd-' || n, 'agent', 'offline', '{}', 1, 1, '%s', 'default'
                from number
                """
                        .formatted(id);
        try (Connection store =
                        DriverManager.getConnection(
                                "jdbc:sqlite:" + folder.resolve("data/waybill.db"));
                Statement statement = store.createStatement()) {
            statement.executeUpdate(many);
        }
        api.agent("last");
        api.agent("one-too-many");

        JsonNode bound = api.bind("box", "last");

        assertThat(bound.get("agent_name").asString()).isEqualTo("last");
        assertThat(api.bind("box", "last").get("agent_name").asString()).isEqualTo("last");
        api.post("/v1/nodes/box/agents", api.key(), "{\"agent_name\":\"one-too-many\"}")
                .refused(409, "node_capacity_exceeded");
        try (TestNode broker = TestNode.broker(api, box)) {
            ObjectNode inventory = TestNode.frame("inventory.sync");
            ArrayNode claims = inventory.putArray("agents");
            claims.addObject().put("name", "last");
            claims.addObject().put("name", "one-too-many");

            JsonNode refusal = broker.ask(TestNode.frame("agent.register").put("name", "new"));
            JsonNode taken = broker.ask(inventory);

            assertThat(refusal.get("code").asString()).isEqualTo("node_capacity_exceeded");
            assertThat(taken.at("/data/rebound_agents").asInt()).isEqualTo(1);
        }
    }

    @Test
    void an_observer_hears_nothing_of_agents_that_are_hidden_from_it() throws Exception {
        try (TestNode broker = TestNode.broker(api, box)) {
            String seen = broker.host("seen").get("agent_id").asString();
            String hidden = broker.host("hidden").get("agent_id").asString();
            String observer =
                    api.post(
                                    "/v1/observer-tokens",
                                    api.key(),
                                    """
                                    {"name":"o","scopes":["nodes:read"],"filters":{"agent_ids":["%s"]}}"""
                                            .formatted(seen))
                            .data()
                            .get("token")
                            .asString();

            JsonNode bindings = api.get("/v1/nodes/box/agents", observer).data();

            assertThat(bindings).hasSize(1);
            assertThat(bindings.get(0).get("agent_name").asString()).isEqualTo("seen");
            assertThat(api.get("/v1/nodes/direct-" + seen, observer).status()).isEqualTo(200);
            api.get("/v1/nodes/direct-" + hidden, observer).refused(404, "node_not_found");
        }
    }

    private List<String> capabilities() {
        return api.owner("/v1/nodes/box")
                .data()
                .get("capabilities")
                .valueStream()
                .map(one -> one.get("name").asString())
                .toList();
    }

    private String status(String agent) {
        return api.owner("/v1/agents/" + agent).data().get("status").asString();
    }

    private TestNode named(String provider, String instance, String... capabilities)
            throws InterruptedException {
        TestNode node = TestNode.unregisteredBroker(api, box);
        ObjectNode frame = providing(node, provider, instance);
        for (String capability : capabilities) {
            frame.withArray("capabilities").addObject().put("name", capability);
        }
        node.send(frame);
        assertThat(node.next().get("type").asString()).isEqualTo("reply");
        return node;
    }

    private static ObjectNode providing(TestNode node, String provider, String instance) {
        ObjectNode frame = node.registration();
        frame.putObject("provider").put("name", provider).put("instance_id", instance);
        return frame;
    }
}
