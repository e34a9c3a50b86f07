package dev.waybill.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.WholeServer;
import dev.waybill.server.WholeServer.Reply;
import dev.waybill.server.store.TestEngine;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/// Inbound webhooks over HTTP, on each engine.
@ParameterizedClass
@EnumSource(TestEngine.class)
class WebhooksTest {
    private static final String GENERAL = "/v1/channels/general/messages";

    private final TestEngine engine;
    @TempDir private Path temp;
    private WholeServer server;
    private String key;

    WebhooksTest(TestEngine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void start() {
        server = WholeServer.start(engine, temp.resolve("data"));
        key = server.workspaceKey();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void what_is_posted_becomes_a_message_of_the_webhooks_own_agent() {
        Reply created = create("{\"name\":\"ci\",\"channel\":\"general\"}");

        Reply posted =
                trigger(
                        created,
                        "{\"text\":\"build 7 is red\",\"source\":\"ci\",\"author\":\"ann\",\"payload\":{\"n\":7}}");

        JsonNode message = server.get(GENERAL, key).data().get(0);
        assertThat(posted.status()).isEqualTo(201);
        assertThat(posted.text("channel")).isEqualTo("general");
        assertThat(message.get("id").asString()).isEqualTo(posted.text("message_id"));
        assertThat(message.get("agent_name").asString()).isEqualTo("webhook-ci");
        assertThat(message.get("text").asString()).isEqualTo("build 7 is red");
        assertThat(message.get("metadata").get("author").asString()).isEqualTo("ann");
        assertThat(message.get("metadata").get("payload").get("n").asInt()).isEqualTo(7);
    }

    @Test
    void words_are_found_whatever_the_sender_calls_them() {
        Reply created = create("{\"channel\":\"general\"}");

        assertThat(trigger(created, "{\"message\":\"hi\"}").text("text")).isEqualTo("hi");
        assertThat(trigger(created, "{\"payload\":{\"a\":1}}").text("text"))
                .isEqualTo("Webhook webhook: {\"a\":1}");
        assertThat(trigger(created, "{\"source\":\"cron\"}").text("text"))
                .isEqualTo("Webhook event from cron");
        assertThat(server.post(path(created), created.text("token")).text("text"))
                .isEqualTo("Webhook event from external");
    }

    @Test
    void a_token_opens_its_own_webhook_and_nothing_else() {
        Reply one = create("{\"name\":\"one\",\"channel\":\"general\"}");
        Reply two = create("{\"name\":\"two\",\"channel\":\"general\"}");

        server.post(path(two), one.text("token"), "{}").isRefused(404, "webhook_not_found");
        server.post(path(one), key, "{}").isRefused(401, "unauthorized");
        server.post(path(one), null, "{}").isRefused(401, "unauthorized");
        server.get("/v1/webhooks", one.text("token")).isRefused(401, "unauthorized");
    }

    @Test
    void a_closed_webhook_takes_nothing_and_its_name_is_free_again() {
        Reply created = create("{\"name\":\"ci\",\"channel\":\"general\"}");
        trigger(created, "{\"text\":\"before\"}");

        assertThat(server.delete("/v1/webhooks/" + created.text("webhook_id"), key).status())
                .isEqualTo(204);

        assertThat(trigger(created, "{\"text\":\"after\"}").status()).isIn(401, 404);
        assertThat(server.get("/v1/webhooks", key).data()).isEmpty();
        assertThat(server.get(GENERAL, key).data().get(0).get("agent_name").asString())
                .isEqualTo("webhook-ci");
        Reply again = create("{\"name\":\"ci\",\"channel\":\"general\"}");
        trigger(again, "{\"text\":\"later\"}");
        assertThat(server.get(GENERAL, key).data().get(0).get("agent_name").asString())
                .isEqualTo("webhook-ci");
    }

    @Test
    void two_webhooks_of_one_name_speak_as_two_agents() {
        Reply first = create("{\"name\":\"ci\",\"channel\":\"general\"}");
        Reply second = create("{\"name\":\"ci\",\"channel\":\"general\"}");
        trigger(first, "{\"text\":\"a\"}");
        trigger(second, "{\"text\":\"b\"}");

        JsonNode messages = server.get(GENERAL, key).data();

        assertThat(messages.get(1).get("agent_name").asString()).isEqualTo("webhook-ci");
        assertThat(messages.get(0).get("agent_name").asString()).startsWith("webhook-ci-");
        assertThat(server.get("/v1/webhooks", key).data()).hasSize(2);
    }

    @Test
    void a_webhook_needs_a_channel_that_is_there() {
        create("{\"channel\":\"nowhere\"}").isRefused(404, "channel_not_found");
        create("{\"name\":\" \",\"channel\":\"general\"}").isRefused(400, "invalid_request");
        server.delete("/v1/webhooks/wh_1", key).isRefused(404, "webhook_not_found");
    }

    private Reply create(String body) {
        return server.post("/v1/webhooks", key, body);
    }

    private Reply trigger(Reply created, String body) {
        return server.post(path(created), created.text("token"), body);
    }

    private static String path(Reply created) {
        return "/v1/hooks/" + created.text("webhook_id");
    }
}
