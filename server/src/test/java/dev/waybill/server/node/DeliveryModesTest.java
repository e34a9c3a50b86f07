package dev.waybill.server.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.WholeServer;
import dev.waybill.server.store.TestEngine;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/// The server holds back what its sender does not want delivered yet, and holds up nothing else by it.
@Timeout(60)
@ParameterizedClass
@EnumSource(TestEngine.class)
class DeliveryModesTest extends AliceAndBob {
    DeliveryModesTest(TestEngine engine) {
        super(engine);
    }

    @Test
    void on_idle_waits_for_a_safe_state_and_holds_up_nothing() throws Exception {
        try (TestNode node = TestNode.session(api, bob)) {
            report("status.active");
            tell("when idle", "\"delivery_mode\":\"on-idle\"");
            tell("at once", "\"delivery_mode\":\"immediate\"");
            tell("as usual", "\"mode\":\"wait\"");
            assertThat(TestNode.texts(node.deliveries("bob", 2)))
                    .containsExactly("at once", "as usual");
            assertThat(node.heardSoFar()).isEmpty();

            report("status.idle");

            JsonNode held = node.delivery("bob");
            assertThat(TestNode.text(held)).isEqualTo("when idle");
            assertThat(held.get("mode").asString()).isEqualTo("wait");
            assertThat(held.get("seq").asLong()).isEqualTo(3);
            assertThat(held.get("delivery_id").asString()).doesNotContain("~");
        }
    }

    @Test
    void on_idle_goes_at_once_to_an_agent_in_a_safe_state() throws Exception {
        try (TestNode node = TestNode.session(api, bob)) {
            for (String safe : List.of("idle", "waiting", "blocked")) {
                report("status." + safe);
                tell(safe, "\"delivery_mode\":\"on-idle\"");
                assertThat(TestNode.text(node.delivery("bob"))).isEqualTo(safe);
            }
        }
    }

    @Test
    void an_agent_may_name_its_own_safe_states() throws Exception {
        capabilities("{\"safe_states\":[\"blocked\"]}");
        try (TestNode node = TestNode.session(api, bob)) {
            tell("when blocked", "\"delivery_mode\":\"on-idle\"");
            report("status.idle");
            assertThat(node.heardSoFar()).isEmpty();

            report("status.blocked");

            assertThat(TestNode.text(node.delivery("bob"))).isEqualTo("when blocked");
        }
    }

    @Test
    void boundaries_are_waited_for_where_the_session_reports_them() throws Exception {
        try (TestNode node = TestNode.session(api, bob)) {
            tell("nobody reports", "\"delivery_mode\":\"next-tool-call\"");
            JsonNode first = node.delivery("bob");
            assertThat(TestNode.text(first)).isEqualTo("nobody reports");
            assertThat(first.get("mode").asString()).isEqualTo("steer");

            report("tool.called");
            report("message.received");
            tell("before a tool", "\"delivery_mode\":\"next-tool-call\"");
            tell("with a message", "\"delivery_mode\":\"next-message\"");
            assertThat(node.heardSoFar()).isEmpty();

            report("message.received");
            assertThat(TestNode.text(node.delivery("bob"))).isEqualTo("with a message");
            report("tool.called");
            assertThat(TestNode.text(node.delivery("bob"))).isEqualTo("before a tool");

            tell("an idle session calls no tool", "\"delivery_mode\":\"next-tool-call\"");
            report("status.idle");
            assertThat(TestNode.text(node.delivery("bob")))
                    .isEqualTo("an idle session calls no tool");
        }
    }

    @Test
    void manual_is_listed_as_queued_and_held_until_flushed() throws Exception {
        String first = tell("one", "\"delivery_mode\":\"manual\"");
        tell("two", "\"delivery_mode\":\"manual\"");
        tell("three", "\"delivery_mode\":\"manual\"");
        assertThat(api.get("/v1/deliveries", bob).data()).isEmpty();
        List<String> held = api.get("/v1/deliveries?status=queued", bob).each("id");
        assertThat(held).hasSize(3);
        assertThat(held.getFirst()).contains(first);
        report("status.idle");
        try (TestNode node = TestNode.session(api, bob)) {
            assertThat(node.heardSoFar()).isEmpty();

            assertThat(flush(server.workspaceKey(), "{\"delivery_id\":\"" + held.get(1) + "\"}"))
                    .containsExactly(held.get(1));
            assertThat(TestNode.text(node.delivery("bob"))).isEqualTo("two");
            assertThat(flush(bob, "{}")).containsExactly(held.get(0), held.get(2));
            assertThat(TestNode.texts(node.deliveries("bob", 2))).containsExactly("one", "three");
            assertThat(flush(bob, "{}")).isEmpty();
        }
    }

    @Test
    void only_those_who_may_flush() {
        tell("one", "\"delivery_mode\":\"manual\"");
        String id = api.get("/v1/deliveries?status=queued", bob).each("id").getFirst();

        api.post("/v1/deliveries/flush", alice, "{\"agent\":\"bob\"}").refused(403, "forbidden");
        api.post("/v1/deliveries/flush", alice, "{\"delivery_id\":\"" + id + "\"}")
                .refused(404, "delivery_not_found");
        api.post("/v1/deliveries/flush", server.workspaceKey(), "{}")
                .refused(400, "invalid_request");
        api.post("/v1/deliveries/flush", server.workspaceKey(), "{\"agent\":\"nobody\"}")
                .refused(404, "agent_not_found");
        assertThat(flush(server.workspaceKey(), "{\"agent\":\"bob\"}")).containsExactly(id);
    }

    @Test
    void what_is_held_survives_a_restart() throws Exception {
        tell("when idle", "\"delivery_mode\":\"on-idle\"");
        restart();
        try (TestNode node = TestNode.session(api, bob)) {
            assertThat(node.heardSoFar()).isEmpty();
            report("status.waiting");
            assertThat(TestNode.text(node.delivery("bob"))).isEqualTo("when idle");
        }
    }

    @Test
    void what_a_session_cannot_do_is_refused_by_name() {
        capabilities("{\"modes\":[\"immediate\",\"on-idle\"]}");

        api.post("/v1/dm", alice, dm("no", "\"delivery_mode\":\"manual\""))
                .refused(400, "unsupported_delivery_mode");

        assertThat(api.get("/v1/deliveries?status=queued", bob).data()).isEmpty();
        assertThat(api.get("/v1/dm/conversations", bob).data()).isEmpty();
    }

    @Test
    void the_sender_is_told_who_of_many_cannot() throws Exception {
        capabilities("{\"modes\":[\"immediate\"]}");
        try (TestNode node = TestNode.session(api, alice)) {
            api.post(
                            "/v1/channels/general/messages",
                            alice,
                            "{\"text\":\"all\",\"delivery_mode\":\"manual\"}")
                    .data();

            JsonNode told = node.next("deliver").at("/payload/data");
            assertThat(told.get("reason").asString()).isEqualTo("unsupported_mode");
            assertThat(told.get("target_agent_name").asString()).isEqualTo("bob");
            assertThat(told.get("error").asString()).contains("'manual'").contains("immediate");
        }
    }

    @Test
    void every_way_to_send_takes_a_mode() throws Exception {
        String held = "\"delivery_mode\":\"manual\"";
        String root =
                api.post("/v1/channels/general/messages", alice, "{\"text\":\"post\"," + held + "}")
                        .data()
                        .get("id")
                        .asString();
        api.post("/v1/messages/" + root + "/replies", alice, "{\"text\":\"reply\"," + held + "}")
                .data();
        String conversation =
                api.post("/v1/dm", alice, dm("dm", held)).data().get("conversation_id").asString();
        api.post("/v1/dm/" + conversation + "/messages", alice, "{\"text\":\"again\"," + held + "}")
                .data();
        api.post(
                        "/v1/messages/batch",
                        alice,
                        "{\"messages\":[{\"to\":\"bob\",\"text\":\"batch\"," + held + "}]}")
                .data();
        try (TestNode node = TestNode.session(api, alice)) {
            node.ask(
                    TestNode.frame("message.send")
                            .put("to", "bob")
                            .put("text", "frame")
                            .put("delivery_mode", "manual"));
        }

        JsonNode queued = api.get("/v1/deliveries?status=queued", bob).data();

        assertThat(queued).hasSize(6);
        assertThat(queued).allMatch(row -> row.get("mode").asString().equals("manual"));
    }

    @Test
    void a_deadline_that_passes_ends_the_delivery_and_the_sender_is_told() throws Exception {
        try (TestNode node = TestNode.session(api, alice)) {
            String soon = Instant.now().plusMillis(300).toString();
            tell("too late", "\"delivery_mode\":\"manual\",\"deadline\":\"" + soon + "\"");
            tell("too old", "\"ttl_ms\":200");

            JsonNode first = node.next("deliver").at("/payload/data");
            JsonNode second = node.next("deliver").at("/payload/data");
            assertThat(List.of(first, second))
                    .extracting(told -> told.get("reason").asString())
                    .containsExactlyInAnyOrder("deadline_passed", "ttl_expired");
        }
        assertThat(api.get("/v1/deliveries?status=dead_lettered", bob).data()).hasSize(2);
        assertThat(flush(bob, "{}")).isEmpty();
        try (TestNode node = TestNode.session(api, bob)) {
            assertThat(node.heardSoFar()).isEmpty();
        }
    }

    @Test
    void what_was_sent_before_its_deadline_is_repeated_after_it() {
        String soon = Instant.now().plusMillis(400).toString();
        String batch =
                "{\"messages\":[{\"to\":\"bob\",\"text\":\"once\",\"idempotency_key\":\"k\",\"deadline\":\""
                        + soon
                        + "\"}]}";
        String first = api.post("/v1/messages/batch", alice, batch).data().toString();
        WholeServer.await(
                "given up",
                () -> !api.get("/v1/deliveries?status=dead_lettered", bob).data().isEmpty());

        String again = api.post("/v1/messages/batch", alice, batch).data().toString();

        assertThat(again.replace(",\"replayed\":true", "")).isEqualTo(first);
    }

    @Test
    void the_sender_sees_that_a_held_one_is_not_delivered() {
        String id = tell("held", "\"delivery_mode\":\"manual\"");

        assertThat(
                        api.get("/v1/messages/" + id, alice)
                                .data()
                                .at("/deliveries/0/status")
                                .asString())
                .isEqualTo("queued");
    }

    @Test
    void what_expires_behind_the_window_is_never_taken_for_acknowledged() throws Exception {
        try (TestNode bobs = TestNode.session(api, bob);
                TestNode alices = TestNode.session(api, alice)) {
            for (int i = 1; i <= 64; i++) {
                api.tell(alice, "bob", "m" + i);
            }
            List<JsonNode> window = bobs.deliveries("bob", 64);
            tell("too late", "\"ttl_ms\":1");
            api.tell(alice, "bob", "last");
            bobs.ack("bob", window.getLast().get("seq").asLong());
            JsonNode last = bobs.delivery("bob");
            assertThat(TestNode.text(last)).isEqualTo("last");
            bobs.ack("bob", last.get("seq").asLong());

            assertThat(alices.next("deliver").at("/payload/data/reason").asString())
                    .isEqualTo("ttl_expired");
        }
        assertThat(api.get("/v1/deliveries?status=dead_lettered", bob).data()).hasSize(1);
    }

    @Test
    void what_was_given_up_leaves_room_in_the_window() throws Exception {
        for (int i = 1; i <= 100; i++) {
            tell("late " + i, "\"ttl_ms\":1");
        }
        WholeServer.await(
                "all given up",
                () ->
                        api.get("/v1/deliveries?status=dead_lettered&limit=200", bob).data().size()
                                == 100);
        api.tell(alice, "bob", "in time");
        try (TestNode node = TestNode.session(api, bob)) {
            assertThat(TestNode.text(node.delivery("bob"))).isEqualTo("in time");
        }
    }

    @Test
    void nonsense_is_refused_and_changes_nothing() {
        for (String nonsense :
                List.of(
                        "\"delivery_mode\":\"later\"",
                        "\"priority\":\"high\"",
                        "\"deadline\":\"tomorrow\"",
                        "\"deadline\":\"2020-01-01T00:00:00Z\"",
                        "\"ttl_ms\":0",
                        "\"ttl_ms\":1e300",
                        "\"reason\":\"because\"",
                        "\"delivery_metadata\":[]")) {
            api.post("/v1/dm", alice, dm("no", nonsense)).refused(400, "invalid_request");
        }
        assertThat(api.get("/v1/deliveries", bob).data()).isEmpty();
    }

    private String tell(String text, String terms) {
        return api.post("/v1/dm", alice, dm(text, terms)).data().get("id").asString();
    }

    private static String dm(String text, String terms) {
        return "{\"to\":\"bob\",\"text\":\"" + text + "\"," + terms + "}";
    }

    private void report(String type) {
        api.post("/v1/agents/bob/events", bob, "{\"type\":\"" + type + "\"}").data();
    }

    private void capabilities(String delivery) {
        api.send(
                        "PATCH",
                        "/v1/agents/bob",
                        server.workspaceKey(),
                        "{\"capabilities\":{\"delivery\":" + delivery + "}}")
                .data();
    }

    private List<String> flush(String token, String body) {
        JsonNode flushed = api.post("/v1/deliveries/flush", token, body).data().get("flushed");
        return flushed.valueStream().map(JsonNode::asString).toList();
    }
}
