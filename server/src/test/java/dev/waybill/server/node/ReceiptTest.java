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
import tools.jackson.databind.node.ObjectNode;

/// What a session says of its deliveries is kept, told once, and final where it is.
@Timeout(60)
@ParameterizedClass
@EnumSource(TestEngine.class)
class ReceiptTest extends AliceAndBob {
    ReceiptTest(TestEngine engine) {
        super(engine);
    }

    @Test
    void each_receipt_over_http_has_its_state_and_its_event() {
        String accepted = said("accepted");
        String delivered = said("delivered");
        String deferred = said("deferred");
        String failed = said("failed");

        assertThat(status(receipt(accepted, "\"status\":\"accepted\""))).isEqualTo("accepted");
        assertThat(status(receipt(delivered, "\"status\":\"delivered\",\"metadata\":{\"k\":1}")))
                .isEqualTo("acked");
        assertThat(
                        status(
                                receipt(
                                        deferred,
                                        "\"status\":\"deferred\",\"available_at\":\"2099-01-01T00:00:00Z\",\"reason\":\"busy\"")))
                .isEqualTo("queued");
        assertThat(status(receipt(failed, "\"status\":\"failed\",\"reason\":\"no\"")))
                .isEqualTo("failed");

        // The first of each was that the message is in the mailbox.
        assertThat(eventsOf("delivery.accepted"))
                .containsExactly(accepted, delivered, deferred, failed, accepted);
        assertThat(eventsOf("delivery.delivered")).containsExactly(delivered);
        assertThat(eventsOf("delivery.deferred")).containsExactly(deferred);
        assertThat(eventsOf("delivery.failed")).containsExactly(failed);
    }

    @Test
    void the_same_again_and_what_comes_late_change_nothing() {
        String id = said("once");
        String delivered = "\"status\":\"delivered\"";
        String first = receipt(id, delivered).toString();

        assertThat(receipt(id, delivered)).hasToString(first);
        assertThat(receipt(id, "\"status\":\"failed\",\"reason\":\"late\"")).hasToString(first);
        assertThat(receipt(id, "\"status\":\"accepted\"")).hasToString(first);
        assertThat(eventsOf("delivery.delivered")).containsExactly(id);
        assertThat(eventsOf("delivery.failed")).isEmpty();
    }

    @Test
    void accepted_is_not_the_end() {
        String id = said("first accepted");
        receipt(id, "\"status\":\"accepted\"");
        assertThat(api.get("/v1/deliveries", bob).data()).isEmpty();
        assertThat(api.get("/v1/deliveries?status=accepted", bob).each("id")).containsExactly(id);

        assertThat(status(receipt(id, "\"status\":\"delivered\""))).isEqualTo("acked");
    }

    @Test
    void a_receipt_without_what_it_needs_is_refused() {
        String id = said("refused");
        for (String nonsense :
                List.of(
                        "\"status\":\"read\"",
                        "\"status\":\"deferred\"",
                        "\"status\":\"failed\"",
                        "\"status\":7",
                        "\"reason\":\"x\"")) {
            api.post("/v1/deliveries/" + id + "/receipt", bob, "{" + nonsense + "}")
                    .refused(400, "invalid_request");
        }
        api.post("/v1/deliveries/" + id + "/receipt", alice, "{\"status\":\"delivered\"}")
                .refused(404, "delivery_not_found");
        assertThat(api.get("/v1/deliveries", bob).data()).hasSize(1);
    }

    @Test
    void a_session_that_settles_by_receipt_is_told_the_context() throws Exception {
        String deadline = Instant.now().plusSeconds(3000).toString();
        api.post(
                        "/v1/dm",
                        alice,
                        "{\"to\":\"bob\",\"text\":\"hi\",\"delivery_mode\":\"on-idle\",\"priority\":\"urgent\","
                                + "\"reason\":\"notification\",\"delivery_metadata\":{\"k\":1},\"deadline\":\""
                                + deadline
                                + "\"}")
                .data();
        api.post("/v1/agents/bob/events", bob, "{\"type\":\"status.idle\"}").data();
        try (TestNode node = settling()) {
            JsonNode frame = node.delivery("bob");
            JsonNode context = frame.get("context");

            assertThat(context.get("id")).isEqualTo(frame.get("delivery_id"));
            assertThat(context.get("mode").asString()).isEqualTo("on-idle");
            assertThat(context.get("reason").asString()).isEqualTo("notification");
            assertThat(context.get("priority").asString()).isEqualTo("urgent");
            assertThat(Instant.parse(context.get("deadline").asString()).toEpochMilli())
                    .isEqualTo(Instant.parse(deadline).toEpochMilli());
            assertThat(context.get("metadata")).hasToString("{\"k\":1}");
            assertThat(context.get("idempotency_key").isNull()).isTrue();
        }
    }

    @Test
    void nothing_is_settled_but_by_its_receipt() throws Exception {
        for (int i = 1; i <= 5; i++) {
            said("m" + i);
        }
        try (TestNode node = settling()) {
            List<JsonNode> heard = node.deliveries("bob", 5);
            node.ack("bob", heard.getLast().get("seq").asLong());
            settle(node, heard.get(1), "delivered");
            settle(node, heard.get(3), "accepted");
            node.heardSoFar();
        }
        try (TestNode node = settling()) {
            assertThat(TestNode.texts(node.deliveries("bob", 3))).containsExactly("m1", "m3", "m5");
            assertThat(node.heardSoFar()).isEmpty();
        }
    }

    @Test
    void who_settles_nothing_of_its_own_still_settles_by_its_acks() throws Exception {
        String bobs = said("for bob");
        api.post("/v1/deliveries/" + bobs + "/ack", alice, null).refused(404, "delivery_not_found");
        try (TestNode node = TestNode.session(api, alice)) {
            api.tell(bob, "alice", "hi");
            node.ack("alice", node.delivery("alice").get("seq").asLong());
            WholeServer.await(
                    "acked", () -> !api.get("/v1/deliveries?status=acked", alice).data().isEmpty());
        }
    }

    @Test
    void what_one_session_settles_another_does_not_get() throws Exception {
        try (TestNode first = settling()) {
            for (int i = 1; i <= 5; i++) {
                said("m" + i);
            }
            List<JsonNode> heard = first.deliveries("bob", 5);
            settle(first, heard.get(2), "delivered");
            settle(first, heard.get(3), "accepted");
            try (TestNode second = settling()) {
                assertThat(TestNode.texts(second.deliveries("bob", 3)))
                        .containsExactly("m1", "m2", "m5");
                assertThat(second.heardSoFar()).isEmpty();
            }
        }
    }

    @Test
    void one_that_stays_open_does_not_keep_the_next_from_coming() throws Exception {
        try (TestNode node = settling()) {
            said("stays open");
            node.delivery("bob");
            for (int i = 1; i <= 100; i++) {
                api.tell(alice, "bob", "m" + i);
                JsonNode frame = node.delivery("bob");
                node.ack("bob", frame.get("seq").asLong());
                settle(node, frame, "delivered");
            }
        }
        api.tell(alice, "bob", "last");
        try (TestNode node = settling()) {
            assertThat(TestNode.texts(node.deliveries("bob", 2)))
                    .containsExactly("stays open", "last");
        }
    }

    @Test
    void receipts_are_answered_in_order_and_for_own_agents_only() throws Exception {
        String mine = said("mine");
        try (TestNode node = settling()) {
            node.delivery("bob");
            JsonNode reply = node.ask(receiptFrame(mine, "delivered"));
            assertThat(reply.at("/data/status").asString()).isEqualTo("acked");

            JsonNode other = node.ask(receiptFrame("del_1_2", "delivered"));
            assertThat(other.get("code").asString()).isEqualTo("delivery_not_found");
            JsonNode wrong = node.ask(receiptFrame(mine, "seen"));
            assertThat(wrong.get("code").asString()).isEqualTo("invalid_message");
            assertThat(wrong.get("message").asString()).contains("'seen'");
        }
    }

    @Test
    void a_host_settles_for_the_agents_it_carries() throws Exception {
        JsonNode box = api.node("box");
        try (TestNode node = settlingBroker(box)) {
            node.host("bob");
            String id = said("hosted");
            JsonNode frame = node.delivery("bob");
            assertThat(frame.at("/context/id").asString()).isEqualTo(id);
            settle(node, frame, "delivered");
            said("open");
            node.delivery("bob");
        }
        try (TestNode node = settlingBroker(box)) {
            assertThat(TestNode.text(node.delivery("bob"))).isEqualTo("open");
        }
    }

    @Test
    void what_was_deferred_comes_back_under_a_linked_id() throws Exception {
        try (TestNode node = settling()) {
            String id = said("later");
            node.delivery("bob");
            ObjectNode deferral = receiptFrame(id, "deferred");
            deferral.put("available_at", Instant.now().plusMillis(50).toString());
            node.ask(deferral);

            JsonNode again = node.delivery("bob");

            assertThat(again.get("delivery_id").asString()).isEqualTo(id + "~2");
            JsonNode settled = node.ask(receiptFrame(id + "~2", "delivered")).get("data");
            assertThat(settled.get("origin_delivery_id").asString()).isEqualTo(id);
            assertThat(node.ask(receiptFrame(id, "delivered")).at("/data/status").asString())
                    .isEqualTo("failed");
        }
    }

    private TestNode settling() throws InterruptedException {
        return registered(TestNode.unregistered(api, bob));
    }

    private TestNode settlingBroker(JsonNode box) throws InterruptedException {
        return registered(TestNode.unregisteredBroker(api, box));
    }

    private static TestNode registered(TestNode node) throws InterruptedException {
        ObjectNode registration = node.registration();
        registration
                .putArray("capabilities")
                .addObject()
                .put("name", "waybill:receipts-v1")
                .put("kind", "capacity");
        JsonNode reply = node.ask(registration);
        assertThat(reply.at("/data/accepted_capabilities/0/accepted").asBoolean()).isTrue();
        return node;
    }

    private static void settle(TestNode node, JsonNode delivered, String status)
            throws InterruptedException {
        JsonNode reply = node.ask(receiptFrame(delivered.get("delivery_id").asString(), status));
        assertThat(reply.get("type").asString()).as(reply.toString()).isEqualTo("reply");
    }

    private static ObjectNode receiptFrame(String id, String status) {
        return TestNode.frame("delivery.receipt").put("delivery_id", id).put("status", status);
    }

    /// Tells bob something; the name of its delivery.
    private String said(String text) {
        String message = api.tell(alice, "bob", text);
        return api.get("/v1/messages/" + message, alice)
                .data()
                .at("/deliveries/0/delivery_id")
                .asString();
    }

    private JsonNode receipt(String id, String body) {
        return api.post("/v1/deliveries/" + id + "/receipt", bob, "{" + body + "}").data();
    }

    private static String status(JsonNode delivery) {
        return delivery.get("status").asString();
    }

    private List<String> eventsOf(String type) {
        return api.owner("/v1/workspace/events?limit=500")
                .data()
                .get("events")
                .valueStream()
                .filter(event -> event.get("type").asString().equals(type))
                .map(event -> event.at("/payload/delivery_id").asString(""))
                .toList();
    }
}
