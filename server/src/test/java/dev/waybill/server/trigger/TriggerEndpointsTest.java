package dev.waybill.server.trigger;

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

/// Triggers over HTTP, on each engine.
@ParameterizedClass
@EnumSource(TestEngine.class)
class TriggerEndpointsTest {
    private static final String TRIGGERS = "/v1/triggers";

    private final TestEngine engine;
    @TempDir private Path temp;
    private WholeServer server;
    private String key;

    TriggerEndpointsTest(TestEngine engine) {
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
    void a_trigger_is_made_listed_changed_and_removed() {
        Reply created =
                server.post(
                        TRIGGERS,
                        key,
                        "{\"channel\":\"#general\",\"pattern\":\"^go\",\"mention\":true,\"action_name\":\"ship\"}");
        String path = TRIGGERS + "/" + created.text("id");

        assertThat(created.status()).isEqualTo(201);
        assertThat(created.text("channel")).isEqualTo("general");
        assertThat(created.data().get("mention").asBoolean()).isTrue();
        assertThat(created.data().get("enabled").asBoolean()).isTrue();
        assertThat(created.data().get("last_triggered_at").isNull()).isTrue();
        assertThat(server.get(TRIGGERS, key).data()).hasSize(1);

        JsonNode changed = server.patch(path, key, "{\"pattern\":null,\"enabled\":false}").data();

        assertThat(changed.get("pattern").isNull()).isTrue();
        assertThat(changed.get("channel").asString()).isEqualTo("general");
        assertThat(changed.get("mention").asBoolean()).isTrue();
        assertThat(changed.get("enabled").asBoolean()).isFalse();
        assertThat(server.get(path, key).data()).isEqualTo(changed);
        assertThat(server.delete(path, key).status()).isEqualTo(204);
        server.get(path, key).isRefused(404, "trigger_not_found");
        server.patch(path, key, "{}").isRefused(404, "trigger_not_found");
        server.delete(path, key).isRefused(404, "trigger_not_found");
    }

    @Test
    void a_message_that_matches_reaches_for_the_action() {
        String path =
                TRIGGERS
                        + "/"
                        + server.post(
                                        TRIGGERS,
                                        key,
                                        "{\"pattern\":\"^go\",\"action_name\":\"ship\"}")
                                .text("id");

        server.post("/v1/channels/general/messages", server.agentToken(), "{\"text\":\"go\"}");

        WholeServer.await(
                "the trigger has asked for an action that is not there",
                () -> server.get(path, key).text("last_error").contains("ship"));
    }

    @Test
    void what_makes_no_sense_is_refused() {
        String path =
                TRIGGERS
                        + "/"
                        + server.post(TRIGGERS, key, "{\"action_name\":\"ship\"}").text("id");

        server.post(TRIGGERS, key, "{}").isRefused(400, "invalid_request");
        server.post(TRIGGERS, key, "{\"action_name\":\" \"}").isRefused(400, "invalid_request");
        server.post(TRIGGERS, key, "{\"action_name\":\"a\",\"pattern\":\"(\"}")
                .isRefused(400, "invalid_request");
        server.post(TRIGGERS, key, "{\"action_name\":\"a\",\"mention\":7}")
                .isRefused(400, "invalid_request");
        server.patch(path, key, "{\"pattern\":\"(?=x)\"}").isRefused(400, "invalid_request");
        server.patch(path, key, "{\"channel\":7}").isRefused(400, "invalid_request");
        server.patch(path, key, "{\"action_name\":\"\"}").isRefused(400, "invalid_request");
        server.patch(path, key, "{\"mention\":7}").isRefused(400, "invalid_request");
    }
}
