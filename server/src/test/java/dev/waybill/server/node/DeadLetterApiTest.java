package dev.waybill.server.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// What was given up, from when it is until it has arrived after all.
@Timeout(60)
class DeadLetterApiTest {
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
    void what_has_expired_is_shown_to_the_workspace_and_to_its_agent_alone() {
        String carol = api.agent("carol");
        String id = expired("too late");

        JsonNode shown = api.owner("/v1/dead-letters/" + id).data();

        assertThat(shown.get("reason").asString()).isEqualTo("ttl_expired");
        assertThat(shown.get("agent_name").asString()).isEqualTo("bob");
        assertThat(shown.at("/message/text").asString()).isEqualTo("too late");
        assertThat(shown.at("/attempts/0/status").asString()).isEqualTo("dead_lettered");
        assertThat(api.get("/v1/dead-letters", bob).each("id")).containsExactly(id);
        assertThat(api.get("/v1/dead-letters?agent=bob", bob).each("id")).containsExactly(id);
        assertThat(api.owner("/v1/dead-letters?reason=deadline_passed").data()).isEmpty();
        assertThat(api.get("/v1/dead-letters", carol).data()).isEmpty();
        api.get("/v1/dead-letters?agent=bob", carol).refused(403, "forbidden");
        api.get("/v1/dead-letters/" + id, carol).refused(404, "delivery_not_found");
        api.post("/v1/dead-letters/" + id + "/redrive", carol, null)
                .refused(404, "delivery_not_found");
        api.owner("/v1/dead-letters?agent=nobody").refused(404, "agent_not_found");
        api.owner("/v1/dead-letters?reason=bad").refused(400, "invalid_request");
        api.owner("/v1/dead-letters?before=bad").refused(400, "invalid_request");
    }

    @Test
    void what_is_sent_again_arrives_though_its_first_time_is_over() throws Exception {
        String id = expired("after all");
        try (TestNode node = TestNode.session(api, bob)) {
            JsonNode redriven =
                    api.post("/v1/dead-letters/" + id + "/redrive", api.key(), null).data();

            JsonNode frame = node.delivery("bob");

            assertThat(TestNode.text(frame)).isEqualTo("after all");
            assertThat(frame.get("delivery_id").asString())
                    .isEqualTo(id + "~2")
                    .isEqualTo(redriven.get("delivery_id").asString());
            node.ack("bob", frame.get("seq").asLong());
        }
        assertThat(
                        api.post("/v1/dead-letters/" + id + "/redrive", api.key(), null)
                                .data()
                                .get("delivery_id")
                                .asString())
                .isEqualTo(id + "~2");
        assertThat(api.owner("/v1/dead-letters").data()).isEmpty();
    }

    @Test
    void who_waits_without_a_socket_is_rung_when_something_is_sent_again() {
        expired("one");
        expired("two");
        List<String> polled = new ArrayList<>();
        Thread poller =
                Thread.startVirtualThread(
                        () ->
                                api.get("/v1/deliveries?wait=15s", bob)
                                        .data()
                                        .forEach(
                                                item ->
                                                        polled.add(
                                                                item.at("/message/text")
                                                                        .asString())));

        JsonNode all = api.post("/v1/dead-letters/redrive", bob, "{}").data();

        assertThat(all.get("redriven")).hasSize(2);
        assertThat(all.get("has_more").asBoolean()).isFalse();
        try {
            poller.join(TimeUnit.SECONDS.toMillis(10));
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        assertThat(polled).containsExactly("one", "two");
    }

    @Test
    void who_waits_without_a_socket_is_rung_when_something_held_back_is_let_go() throws Exception {
        String held =
                api.post(
                                "/v1/dm",
                                alice,
                                "{\"to\":\"bob\",\"text\":\"held\",\"delivery_mode\":\"manual\"}")
                        .data()
                        .get("id")
                        .asString();
        assertThat(api.get("/v1/deliveries?wait=0s", bob).data()).isEmpty();
        List<String> polled = new ArrayList<>();
        Thread poller =
                Thread.startVirtualThread(
                        () ->
                                polled.addAll(
                                        api.get("/v1/deliveries?wait=15s", bob)
                                                .each("message_id")));

        api.post("/v1/deliveries/flush", bob, "{}").data();

        poller.join(TimeUnit.SECONDS.toMillis(10));
        assertThat(polled).containsExactly(held);
    }

    /// The delivery of a message to bob whose time is over.
    private String expired(String text) {
        String message =
                api.post("/v1/dm", alice, "{\"to\":\"bob\",\"text\":\"" + text + "\",\"ttl_ms\":1}")
                        .data()
                        .get("id")
                        .asString();
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (true) {
            for (JsonNode letter : api.owner("/v1/dead-letters").data()) {
                if (letter.at("/message/id").asString().equals(message)) {
                    return letter.get("id").asString();
                }
            }
            assertThat(System.nanoTime()).isLessThan(until);
        }
    }
}
