package dev.waybill.server.push;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.WholeServer;
import dev.waybill.server.push.Hook.Answer;
import dev.waybill.server.store.TestEngine;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

@ParameterizedClass
@EnumSource(TestEngine.class)
@Timeout(60)
class PushTest {
    private final TestEngine engine;
    @TempDir private Path folder;
    private PushRelay relay;
    private Hook hook;

    PushTest(TestEngine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void start() {
        relay = PushRelay.start(engine, folder);
        hook = Hook.start();
    }

    @AfterEach
    void stop() {
        relay.close();
        hook.close();
    }

    @Test
    void a_delivery_is_posted_and_success_acknowledges_it() {
        String bob = relay.pushed("bob", hook, "on_2xx");

        String message = relay.tell("bob", "hello");

        JsonNode acked = relay.awaitDelivery(bob, "acked");
        Hook.Posted posted = hook.posted().getFirst();
        JsonNode body = posted.json();
        assertThat(posted.header("Content-type")).isEqualTo("application/json");
        assertThat(posted.header("X-relaycast-event")).isEqualTo("dm.received");
        assertThat(posted.header("X-relaycast-delivery")).isEqualTo(posted.delivery());
        assertThat(posted.header("Webhook-id")).isEqualTo(posted.delivery());
        assertThat(body.path("type").asString()).isEqualTo("dm.received");
        assertThat(body.path("message_id").asString()).isEqualTo(message);
        assertThat(body.path("agent_name").asString()).isEqualTo("bob");
        assertThat(body.path("seq").asLong()).isEqualTo(1);
        assertThat(body.path("mode").asString()).isEqualTo("wait");
        assertThat(body.path("data").path("from_name").asString()).isEqualTo("ann");
        assertThat(body.path("context").path("id").asString()).isEqualTo(posted.delivery());
        assertThat(body.path("context").path("mode").asString()).isEqualTo("immediate");
        assertThat(Instant.parse(body.path("timestamp").asString()))
                .isBeforeOrEqualTo(Instant.now());
        assertThat(acked.path("id").asString()).isEqualTo(posted.delivery());
        assertThat(acked.path("route_node_kind").asString()).isEqualTo("http_push");
        assertThat(acked.path("delivery_adapter").asString()).isEqualTo("http.basic.v1");
        assertThat(acked.path("dispatch_attempts").asInt()).isEqualTo(1);
        assertThat(relay.events("delivery.delivered")).hasSize(1);
    }

    @Test
    void what_is_acknowledged_by_hand_stays_open_and_is_posted_once() {
        String bob = relay.pushed("bob", hook, "manual");
        relay.tell("bob", "one");
        JsonNode delivered = relay.awaitDelivery(bob, "delivered");

        relay.tell("bob", "two");
        hook.await("one", "two");
        assertThat(relay.events("delivery.accepted")).hasSizeGreaterThanOrEqualTo(1);
        assertThat(relay.events("delivery.delivered")).isEmpty();
        String ack = "/v1/deliveries/" + delivered.path("id").asString() + "/ack";

        assertThat(relay.server().post(ack, bob).text("status")).isEqualTo("acked");
        relay.tell("bob", "three");
        hook.await("one", "two", "three");
        assertThat(hook.posted()).hasSize(3);
    }

    @Test
    void a_receiver_may_settle_before_it_answers() {
        String bob = relay.pushed("bob", hook, "manual");
        hook.answer(
                request -> {
                    String delivery = "/v1/deliveries/" + request.delivery();
                    String way = request.text().equals("two") ? "/fail" : "/ack";
                    assertThat(relay.server().post(delivery + way, bob).status()).isEqualTo(200);
                    return Answer.OK;
                });

        Stream.of("one", "two", "three").forEach(text -> relay.tell("bob", text));

        hook.await("one", "two", "three");
        WholeServer.await("two acked", () -> relay.deliveries(bob, "acked").size() == 2);
        assertThat(relay.deliveries(bob, "failed")).hasSize(1);
        assertThat(relay.deliveries(bob, "delivered")).isEmpty();
    }

    @Test
    void who_answers_must_say_that_it_acknowledges() {
        String huge = "{\"pad\":\"" + "x".repeat(200_000) + "\",\"ack\":true}";
        hook.answer(
                Answer.OK,
                new Answer(200, Map.of("Content-Type", "text/plain"), "{\"ack\":true}"),
                Answer.json("{\"ack\":\"true\"}"),
                Answer.json("not json"),
                Answer.json(huge),
                Answer.json("{\"delivery_status\":\"acked\"}"),
                Answer.json("{\"ack\":true}"));
        String bob = relay.pushed("bob", hook, "response");

        relay.tell("bob", "one");
        relay.tell("bob", "two");

        WholeServer.await("two acked", () -> relay.deliveries(bob, "acked").size() == 2);
        assertThat(hook.texts())
                .isEqualTo(List.of("one", "one", "one", "one", "one", "one", "two"));
        assertThat(hook.posted().stream().map(Hook.Posted::delivery).distinct()).hasSize(2);
    }

    @Test
    void order_is_kept_over_failures() {
        hook.answer(
                Answer.status(503),
                Answer.status(302),
                Answer.status(500),
                Answer.OK,
                Answer.status(404),
                Answer.status(400));
        String bob = relay.pushed("bob", hook, "on_2xx");

        List<String> texts = Stream.of("a", "b", "c", "d", "e", "f", "g", "h").toList();
        texts.forEach(text -> relay.tell("bob", text));

        hook.await(texts.toArray(String[]::new));
        WholeServer.await("all acked", () -> relay.deliveries(bob, "acked").size() == 8);
        assertThat(hook.posted()).hasSize(13);
    }

    @Test
    void what_went_wrong_is_shown_until_it_goes_well() {
        hook.answer(_ -> new Answer(302, Map.of("Location", "/elsewhere"), ""));
        String bob = relay.pushed("bob", hook, "on_2xx");

        relay.tell("bob", "one");

        hook.awaitCount(2);
        JsonNode waiting = relay.awaitDelivery(bob, "queued");
        assertThat(waiting.path("last_dispatch_error").asString())
                .isEqualTo("HTTP 302: redirect not allowed");
        assertThat(hook.posted()).extracting(Hook.Posted::path).containsOnly("/in");
        hook.answer();
        JsonNode acked = relay.awaitDelivery(bob, "acked");
        assertThat(acked.path("last_dispatch_error").isNull()).isTrue();
        assertThat(acked.path("dispatch_attempts").asInt()).isGreaterThan(2);
    }

    @Test
    void who_asks_for_time_gets_it_within_bounds() {
        hook.answer(_ -> new Answer(429, Map.of("Retry-After", "86400"), ""));
        String bob = relay.pushed("bob", hook, "on_2xx");

        relay.tell("bob", "one");

        WholeServer.await(
                "a time for the next attempt",
                () ->
                        relay.deliveries(bob, "queued")
                                .getFirst()
                                .path("next_attempt_at")
                                .isString());
        JsonNode waiting = relay.deliveries(bob, "queued").getFirst();
        assertThat(Instant.parse(waiting.path("next_attempt_at").asString()))
                .isAfter(Instant.now().plusSeconds(10 * 60))
                .isBefore(Instant.now().plusSeconds(16 * 60));
        assertThat(waiting.path("last_dispatch_error").asString()).isEqualTo("HTTP 429");
        assertThat(hook.posted()).hasSize(1);
    }

    @Test
    void after_the_last_attempt_it_is_given_up_and_the_sender_told() {
        hook.answer(request -> Answer.status(request.text().equals("bad") ? 400 : 204));
        String bob = relay.pushed("bob", hook, "on_2xx");

        relay.tell("bob", "bad");
        relay.tell("bob", "good");

        JsonNode dead = relay.awaitDelivery(bob, "dead_lettered");
        relay.awaitDelivery(bob, "acked");
        assertThat(dead.path("dispatch_attempts").asInt()).isEqualTo(12);
        assertThat(dead.path("error").asString()).isEqualTo("HTTP 400, after 12 attempts");
        assertThat(hook.texts()).hasSize(13).endsWith("good");
        JsonNode failed = relay.events("delivery.failed").getFirst();
        assertThat(failed.path("delivery_id").asString()).isEqualTo(dead.path("id").asString());
        assertThat(failed.path("retryable").asBoolean()).isFalse();
    }

    @Test
    void what_is_urgent_overtakes_what_waits() throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        hook.answer(
                _ -> {
                    gate.await();
                    return Answer.OK;
                });
        relay.pushed("bob", hook, "on_2xx");
        relay.tell("bob", "one");
        hook.awaitCount(1);
        relay.tell("bob", "two");
        say("three", "\"priority\":\"urgent\"");
        relay.tell("bob", "four");
        say("five", "\"priority\":\"urgent\",\"delivery_metadata\":{\"a\":1}");

        gate.countDown();

        hook.await("one", "three", "five", "two", "four");
        JsonNode context = hook.posted().get(2).json().path("context");
        assertThat(context.path("priority").asString()).isEqualTo("urgent");
        assertThat(context.path("metadata").path("a").asInt()).isEqualTo(1);
    }

    @Test
    void what_is_held_back_is_posted_when_it_is_let_go() {
        relay.pushed("bob", hook, "on_2xx");
        say("held", "\"delivery_mode\":\"manual\"");
        relay.tell("bob", "free");
        hook.await("free");

        relay.server().post("/v1/deliveries/flush", relay.key(), "{\"agent\":\"bob\"}").data();

        hook.await("free", "held");
    }

    @Test
    void a_reaction_is_posted_beside_the_sequence() {
        String bob = relay.pushed("bob", hook, "on_2xx");
        String said =
                relay.server()
                        .post("/v1/channels/general/messages", bob, "{\"text\":\"done\"}")
                        .text("id");

        relay.server()
                .post(
                        "/v1/messages/" + said + "/reactions",
                        relay.sender(),
                        "{\"emoji\":\"tada\"}");

        hook.awaitCount(1);
        Hook.Posted posted = hook.posted().getFirst();
        assertThat(posted.header("X-relaycast-event")).isEqualTo("message.reacted");
        assertThat(posted.header("X-relaycast-delivery")).isEmpty();
        assertThat(posted.json().path("data").path("emoji").asString()).isEqualTo("tada");
        assertThat(posted.json().has("delivery_id")).isFalse();
    }

    @Test
    void what_came_while_the_server_was_down_or_nobody_listened_is_posted() {
        relay.agent("bob");
        relay.tell("bob", "before");
        relay.node("late", hook.url(), "on_2xx", "{\"type\":\"none\"}");
        hook.answer(_ -> Answer.status(503));
        relay.bind("late", "bob");
        hook.awaitCount(1);
        relay.tell("bob", "during");
        relay.server().stop();

        hook.answer();
        relay.server().startAgain();

        hook.await("before", "during");
    }

    @Test
    void agents_of_one_node_do_not_wait_for_each_other() {
        String delivery = "{\"url\":\"%s\",\"ack_mode\":\"on_2xx\"}".formatted(hook.url());
        String many = PushRelay.node("many", delivery).replace("}}", "},\"max_agents\":10}");
        JsonNode node = relay.server().post("/v1/nodes", relay.key(), many).data();
        relay.agent("bob");
        String carl = relay.agent("carl");
        relay.bind("many", "bob");
        relay.bind("many", "carl");
        hook.answer(
                request ->
                        Answer.status(
                                request.json().path("agent_name").asString().equals("bob")
                                        ? 422
                                        : 204));

        relay.tell("bob", "never");
        relay.tell("carl", "one");
        relay.tell("carl", "two");

        WholeServer.await("carl's", () -> relay.deliveries(carl, "acked").size() == 2);
        assertThat(node.path("role").asString()).isEqualTo("broker");
    }

    private void say(String text, String terms) {
        relay.server()
                .post(
                        "/v1/dm",
                        relay.sender(),
                        "{\"to\":\"bob\",\"text\":\"%s\",%s}".formatted(text, terms))
                .data();
    }
}
