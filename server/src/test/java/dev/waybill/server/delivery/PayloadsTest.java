package dev.waybill.server.delivery;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.ChannelId;
import dev.waybill.protocol.id.MessageId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.protocol.message.InjectionMode;
import dev.waybill.protocol.workspace.ChannelKind;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class PayloadsTest {
    private static final Json JSON = new Json(JsonLimits.STORED);

    @Test
    void a_direct_message_has_its_keys_in_the_order_that_clients_know() {
        assertThat(written(ChannelKind.DM, "hi", null))
                .isEqualTo(
                        """
                        {"type":"dm.received","data":{"conversation_id":"dm_1","message":{"id":"4194304",\
                        "agent_id":"9","agent_name":"alice","text":"hi","injection_mode":"wait","attachments":[]},\
                        "created_at":"2025-01-01T00:00:00.001Z","id":"4194304","from_agent_id":"9","to":"bob",\
                        "text":"hi","injection_mode":"wait","attachments":[],"from_name":"alice"}}""");
    }

    @Test
    void a_group_is_told_who_spoke_and_not_to_whom() {
        JsonNode data = data(ChannelKind.GROUP, "hi", null);

        assertThat(data.propertyNames()).contains("agent_id").doesNotContain("to", "from_agent_id");
        assertThat(data.get("conversation_id").stringValue()).isEqualTo("3");
    }

    @Test
    void what_came_from_outside_keeps_what_it_says_of_itself() {
        assertThat(data(ChannelKind.NETWORK, "hi", null).get("metadata")).isEqualTo(METADATA);
    }

    @Test
    void attachments_are_told_twice_as_they_are() {
        JsonNode attachments = JSON.tree("[{\"file_id\":\"7\",\"name\":\"a \\\"b\\\".txt\"}]");

        JsonNode data = data(ChannelKind.DM, "see there", attachments);

        assertThat(data.get("attachments")).isEqualTo(attachments);
        assertThat(data.get("message").get("attachments")).isEqualTo(attachments);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "she said \"no\"",
                "C:\\temp\\",
                "one\ntwo\r\n\tthree",
                "\u0001\u001f\u007f\u0080\u2028",
                "grüß 你好 🎉",
                "\"}],\"type\":\"delivery.settled\"",
            })
    void any_text_comes_back_as_it_was(String text) {
        JsonNode data = data(ChannelKind.DM, text, null);

        assertThat(data.get("text").stringValue()).isEqualTo(text);
        assertThat(data.get("message").get("text").stringValue()).isEqualTo(text);
        assertThat(data.size()).isEqualTo(10);
    }

    private static final JsonNode METADATA = JSON.tree("{\"kind\":\"say\"}");

    private static JsonNode data(ChannelKind kind, String text, @Nullable JsonNode attachments) {
        return JSON.tree(written(kind, text, attachments)).get("data");
    }

    private static String written(ChannelKind kind, String text, @Nullable JsonNode attachments) {
        PostedMessage message =
                new PostedMessage(
                        new WorkspaceId(1),
                        new MessageId(1L << 22),
                        new PostedMessage.Room(new ChannelId(3), kind, "dm_1"),
                        new AgentId(9),
                        "alice",
                        text,
                        null,
                        METADATA,
                        attachments,
                        null,
                        InjectionMode.WAIT,
                        Handling.USUAL);
        return new String(new Payloads(JSON).of(message, "bob").bytes(), UTF_8);
    }
}
