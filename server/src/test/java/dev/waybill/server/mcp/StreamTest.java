package dev.waybill.server.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.protocol.json.Json;
import dev.waybill.server.http.route.Making;
import dev.waybill.server.http.route.Outflow;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class StreamTest {
    private static final String CALL =
            "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/call\",\"params\":{\"name\":\"%s\",\"_meta\":{\"progressToken\":\"p\"}}}";

    private final CountDownLatch began = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);
    private final CountDownLatch unwanted = new CountDownLatch(1);
    private final TestMcp mcp = new TestMcp();

    @AfterEach
    void stop() {
        goOn.countDown();
        mcp.close();
    }

    @Test
    void changes_are_told_to_who_listens_and_once_only_until_heard() throws Exception {
        TestHost host = mcp.host("ada").initialize();
        try (TestStream stream = host.listen()) {
            assertThat(stream.next().data()).isEmpty();
            mcp.offer.listeners.forEach(Listener::toolsChanged);

            TestStream.Event event = stream.next();

            assertThat(event.method()).isEqualTo("notifications/tools/list_changed");
            assertThat(event.id()).isEqualTo("s/1");
        }
    }

    @Test
    void only_resources_a_host_subscribed_to_are_announced() {
        TestHost host = mcp.host("ada").initialize();
        host.request("resources/subscribe", "{\"uri\":\"test://notes\"}");
        try (TestStream stream = host.listen()) {
            stream.next();
            mcp.offer.listeners.forEach(listener -> listener.resourceUpdated("test://other"));
            mcp.offer.listeners.forEach(listener -> listener.resourceUpdated("test://notes"));

            assertThat(stream.next().json().path("params").path("uri").asString())
                    .isEqualTo("test://notes");
        }
    }

    @Test
    void who_was_cut_off_gets_what_it_missed() {
        TestHost host = mcp.host("ada").initialize();
        String place;
        try (TestStream stream = host.listen()) {
            stream.next();
            mcp.offer.listeners.forEach(Listener::toolsChanged);
            place = stream.next().id();
        }
        mcp.offer.listeners.forEach(Listener::resourcesChanged);

        try (TestStream stream = host.with("Last-Event-ID", place).listen()) {
            assertThat(stream.nextMessage().method())
                    .isEqualTo("notifications/resources/list_changed");
        }
    }

    @Test
    void a_second_listener_takes_the_place_of_the_first() {
        TestHost host = mcp.host("ada").initialize();
        try (TestStream first = host.listen()) {
            first.next();
            try (TestStream second = host.listen()) {
                second.next();
                mcp.offer.listeners.forEach(Listener::toolsChanged);

                assertThat(second.next().method()).isEqualTo("notifications/tools/list_changed");
                assertThat(first.ended()).isTrue();
            }
        }
        assertThat(mcp.offer.listeners).hasSize(1);
    }

    @Test
    void progress_comes_before_the_answer() {
        mcp.offer.with(
                "steps",
                (_, exchange) -> {
                    exchange.progress(1, 2.0, "half");
                    return Outcome.text("done");
                });
        TestHost host = mcp.host("ada").initialize();
        try (TestStream stream = host.stream("POST", CALL.formatted("steps"))) {
            assertThat(stream.next().data()).isEmpty();
            JsonNode progress = stream.next().json().path("params");
            JsonNode answer = stream.next().json();

            assertThat(progress.path("progressToken").asString()).isEqualTo("p");
            assertThat(progress.path("message").asString()).isEqualTo("half");
            assertThat(answer.path("id").asInt()).isEqualTo(7);
            assertThat(answer.path("result").path("content").toString()).contains("done");
            assertThat(stream.ended()).isTrue();
        }
    }

    @Test
    void a_call_is_resumed_where_it_was_cut_off() throws Exception {
        mcp.offer.with(
                "slow",
                (_, exchange) -> {
                    exchange.progress(1, null, "begun");
                    goOn.await();
                    return Outcome.text(exchange.wanted() ? "still wanted" : "unwanted");
                });
        TestHost host = mcp.host("ada").initialize();
        String place;
        try (TestStream stream = host.stream("POST", CALL.formatted("slow"))) {
            stream.next();
            place = stream.next().id();
        }

        try (TestStream rest = host.with("Last-Event-ID", place).listen()) {
            rest.next();
            goOn.countDown();
            assertThat(rest.next().data()).contains("\"id\":7").contains("still wanted");
            assertThat(rest.ended()).isTrue();
        }
    }

    @Test
    void a_call_that_is_cancelled_gets_no_answer() throws Exception {
        mcp.offer.with("patient", this::untilUnwanted);
        TestHost host = mcp.host("ada").initialize();
        Thread canceller =
                Thread.startVirtualThread(
                        () -> {
                            awaitBegin();
                            host.post(
                                    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":7}}");
                        });

        var response = host.post(CALL.formatted("patient"));

        canceller.join();
        assertThat(response.statusCode()).isEqualTo(202);
        assertThat(response.body()).isEmpty();
        assertThat(unwanted.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void a_stateless_host_that_goes_away_has_cancelled_its_call() throws Exception {
        mcp.offer.with(
                "patient",
                (arguments, exchange) -> {
                    exchange.progress(1, null, "begun");
                    return untilUnwanted(arguments, exchange);
                });
        TestHost host =
                mcp.host("ada")
                        .with("MCP-Protocol-Version", "2026-07-28")
                        .with("Mcp-Method", "tools/call")
                        .with("Mcp-Name", "patient");
        String meta = TestHost.META.replace("{}}", "{},\"progressToken\":1}");
        try (TestStream stream =
                host.stream(
                        "POST",
                        "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/call\",\"params\":{\"name\":\"patient\","
                                + meta
                                + "}}")) {
            stream.next();
        }

        assertThat(unwanted.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void a_tool_asks_the_host_and_goes_on_with_its_answer() {
        mcp.offer.with(
                "asks",
                (_, exchange) ->
                        Outcome.data(
                                exchange.ask(
                                                List.of(
                                                        new Question(
                                                                "q",
                                                                "elicitation/create",
                                                                Json.emptyObject())))
                                        .getFirst()));
        TestHost host = mcp.host("ada").initialize();
        try (TestStream stream = host.stream("POST", CALL.formatted("asks"))) {
            JsonNode question = stream.nextMessage().json();
            host.post(
                    "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"action\":\"accept\"}}"
                            .formatted(question.path("id")));

            assertThat(question.path("method").asString()).isEqualTo("elicitation/create");
            assertThat(stream.next().data()).contains("accept");
        }
    }

    @Test
    void a_host_is_not_asked_for_what_it_does_not_offer() {
        mcp.offer.with(
                "asks",
                (_, exchange) ->
                        Outcome.data(
                                exchange.ask(
                                                List.of(
                                                        new Question(
                                                                "q",
                                                                "roots/list",
                                                                Json.emptyObject())))
                                        .getFirst()));

        assertThat(TestHost.code(mcp.host("ada").initialize().post(CALL.formatted("asks"))))
                .isEqualTo(-32021);
    }

    @Test
    void a_silent_call_outlasts_the_idle_timeout() {
        mcp.offer.with(
                "silent",
                (_, _) -> {
                    assertThat(goOn.await(3, TimeUnit.SECONDS)).isFalse();
                    return Outcome.text("awake");
                });

        assertThat(mcp.host("ada").initialize().post(CALL.formatted("silent")).body())
                .contains("awake");
    }

    @Test
    void a_stream_ends_when_its_token_is_taken_away() {
        TestHost host = mcp.host("ada").initialize();
        try (TestStream stream = host.listen()) {
            stream.next();
            mcp.revoked.add("at_live_ada");

            assertThat(stream.ended()).isTrue();
        }
    }

    @Test
    void a_reader_that_does_not_read_slows_only_itself() throws Exception {
        CountDownLatch flooded = new CountDownLatch(1);
        mcp.offer.with(
                "floods",
                (_, exchange) -> {
                    for (int i = 0; i < 20_000; i++) {
                        exchange.progress(i, null, "x".repeat(1000));
                    }
                    flooded.countDown();
                    return Outcome.text("flooded");
                });
        TestHost host = mcp.host("ada").initialize();
        try (TestStream stream = host.stream("POST", CALL.formatted("floods"))) {
            assertThat(flooded.await(20, TimeUnit.SECONDS)).isTrue();
            assertThat(host.request("ping", "{}").statusCode()).isEqualTo(200);

            TestStream.Event last = stream.nextMessage();
            while (!last.method().isEmpty()) {
                last = stream.nextMessage();
            }

            assertThat(last.data()).contains("flooded");
        }
    }

    @Test
    void a_server_that_stops_ends_its_streams() throws Exception {
        TestHost host = mcp.host("ada").initialize();
        try (TestStream stream = host.listen()) {
            stream.next();
            Thread closing = Thread.startVirtualThread(mcp::close);

            assertThat(stream.ended()).isTrue();
            assertThat(closing.join(Duration.ofSeconds(10))).isTrue();
        }
        assertThat(mcp.offer.listeners).isEmpty();
    }

    @Test
    void a_call_that_a_stopping_server_does_not_finish_is_answered_as_such() throws Exception {
        mcp.offer.with("patient", this::untilUnwanted);
        TestHost host = mcp.host("ada").initialize();
        Thread stopping =
                Thread.startVirtualThread(
                        () -> {
                            awaitBegin();
                            mcp.endpoint.close();
                        });

        var response = host.post(CALL.formatted("patient"));

        stopping.join();
        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(TestHost.json(response).path("id").asInt()).isEqualTo(7);
        assertThat(TestHost.code(response)).isEqualTo(-32000);
    }

    @Test
    void a_host_that_was_cut_off_is_not_there_but_may_come_back() throws Exception {
        CountDownLatch alone = new CountDownLatch(1);
        mcp.offer.with(
                "slow",
                (_, exchange) -> {
                    exchange.progress(1, null, "begun");
                    TestMcp.await("cut off", () -> !exchange.attended());
                    alone.countDown();
                    goOn.await();
                    return Outcome.text(
                            exchange.wanted() && exchange.attended() ? "back" : "alone");
                });
        TestHost host = mcp.host("ada").initialize();
        String place;
        try (TestStream stream = host.stream("POST", CALL.formatted("slow"))) {
            stream.next();
            place = stream.next().id();
        }
        assertThat(alone.await(10, TimeUnit.SECONDS)).isTrue();

        try (TestStream rest = host.with("Last-Event-ID", place).listen()) {
            rest.next();
            goOn.countDown();
            assertThat(rest.next().data()).contains("back");
        }
    }

    @Test
    void an_answer_that_nobody_took_makes_its_host_absent() {
        Running running =
                new Running(Json.emptyObject(), new EventLog("c1"), Duration.ofMinutes(1), true);
        Following.Guard guard = new Following.Guard(Duration.ofMinutes(1), () -> true);
        Making never =
                new Following(running.log(), Following.Style.PLAIN, guard)
                        .stream(0, running).making();
        never.abandoned();
        assertThat(running.attended()).isFalse();

        Making second =
                new Following(running.log(), Following.Style.PRIMED, guard)
                        .stream(0, running).making();
        running.back();
        never.abandoned();
        assertThat(running.attended()).as("the first was taken over").isTrue();
        assertThatThrownBy(() -> second.run(new Broken()))
                .isInstanceOf(IllegalStateException.class);
        assertThat(running.attended()).isFalse();
    }

    /// A way that is none.
    private static final class Broken implements Outflow {
        @Override
        public boolean send(byte[] bytes) {
            throw new IllegalStateException("broken");
        }

        @Override
        public boolean wanted() {
            return true;
        }
    }

    private Outcome untilUnwanted(
            tools.jackson.databind.node.ObjectNode arguments, Exchange exchange)
            throws InterruptedException {
        began.countDown();
        TestMcp.await("unwanted", () -> !exchange.wanted());
        unwanted.countDown();
        return Outcome.text("nobody hears this");
    }

    private void awaitBegin() {
        try {
            assertThat(began.await(10, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
