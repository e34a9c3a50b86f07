package dev.waybill.server.mcp.tool;

import static dev.waybill.server.mcp.tool.MessagingToolsTest.each;
import static dev.waybill.server.mcp.tool.MessagingToolsTest.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.OfferServer;
import dev.waybill.server.store.TestEngine;
import dev.waybill.server.workspace.Caller;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

@ParameterizedClass
@EnumSource(TestEngine.class)
class DeliveryToolsTest {
    private final TestEngine engine;
    private OfferServer server;
    private Caller.Agent bob;
    private Caller.Agent carol;

    DeliveryToolsTest(TestEngine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void open(@TempDir Path data) {
        server = OfferServer.open(engine, data);
        bob = server.agent("bob");
        carol = server.agent("carol");
    }

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void what_is_open_is_listed_with_its_mode_reason_and_priority() {
        dm("one");

        JsonNode delivery = open("{}").get(0);

        assertThat(delivery.path("mode").asString()).isEqualTo("immediate");
        assertThat(delivery.path("reason").asString()).isEqualTo("dm");
        assertThat(delivery.path("priority").asString()).isEqualTo("normal");
        assertThat(delivery.path("message").path("text").asString()).isEqualTo("one");
    }

    @Test
    void an_acknowledged_delivery_is_open_no_more() {
        dm("one");

        server.call(carol, "ack_delivery", id(open("{}").get(0)));

        assertThat(open("{}")).isEmpty();
    }

    @Test
    void a_failed_delivery_says_why() {
        dm("one");

        JsonNode failed =
                server.call(
                        carol,
                        "fail_delivery",
                        id(open("{}").get(0))
                                .replace("}", ",'error':'no hands','retryable':false}"));

        assertThat(failed.path("status").asString()).isEqualTo("failed");
    }

    @Test
    void a_deferred_delivery_comes_back_later() {
        dm("one");

        JsonNode deferred =
                server.call(
                        carol,
                        "defer_delivery",
                        id(open("{}").get(0)).replace("}", ",'delay_seconds':3600}"));

        assertThat(deferred.path("status").asString()).isEqualTo("queued");
        assertThat(deferred.has("available_at")).isTrue();
        assertThat(
                        text(
                                server.outcome(
                                        carol,
                                        "defer_delivery",
                                        "{'delivery_id':'%s'}"
                                                .formatted(deferred.path("id").asString()))))
                .contains("delay_seconds or available_at");
    }

    @Test
    void what_is_held_back_goes_when_it_is_flushed() {
        String held = server.held(bob, "carol", "by hand");

        assertThat(each(open("{'wait_seconds':0}"), "message_id")).doesNotContain(held);
        assertThat(each(open("{'status':'queued'}"), "message_id")).contains(held);
        server.call(carol, "flush_deliveries", "{}");
        assertThat(each(open("{}"), "message_id")).contains(held);
    }

    @Test
    void waiting_ends_when_something_comes() {
        CompletableFuture<JsonNode> waiting =
                CompletableFuture.supplyAsync(() -> open("{'wait_seconds':20}"));

        dm("late");

        assertThat(waiting.join()).hasSize(1);
    }

    @Test
    void nobody_settles_the_deliveries_of_others() {
        dm("one");

        assertThat(text(server.outcome(bob, "ack_delivery", id(open("{}").get(0)))))
                .startsWith("delivery_not_found: ");
        assertThat(text(server.outcome(carol, "check_deliveries", "{'wait_seconds':3600}")))
                .contains("wait_seconds");
    }

    private JsonNode open(String arguments) {
        return server.call(carol, "check_deliveries", arguments).path("deliveries");
    }

    private void dm(String text) {
        server.call(bob, "send_dm", "{'to':'carol','text':'%s'}".formatted(text));
    }

    private static String id(JsonNode delivery) {
        return "{'delivery_id':'%s'}".formatted(delivery.path("id").asString());
    }
}
