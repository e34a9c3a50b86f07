package dev.waybill.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.protocol.delivery.DeliveryMode;
import dev.waybill.protocol.delivery.DeliveryReason;
import dev.waybill.protocol.id.MessageId;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class MessageDraftTest {
    @Test
    void everything_said_about_the_delivery_is_in_the_frame() {
        JsonNode frame =
                MessageDraft.to("@bob", "hi")
                        .mode(DeliveryMode.ON_IDLE)
                        .reason(DeliveryReason.NOTIFICATION)
                        .urgent()
                        .deadline(Instant.EPOCH)
                        .timeToLive(Duration.ofSeconds(3))
                        .metadata(Map.of("a", 1))
                        .data(Map.of("b", true))
                        .idempotencyKey("k")
                        .frame("alice");

        assertThat(frame.toString())
                .isEqualTo(
                        """
                        {"to":"bob","text":"hi","delivery_mode":"on-idle","reason":"notification",\
                        "priority":"urgent","deadline":"1970-01-01T00:00:00.000Z","ttl_ms":3000,\
                        "delivery_metadata":{"a":1},"data":{"b":true},"idempotency_key":"k",\
                        "type":"message.send","answer":"minimal","from":"alice"}""");
    }

    @Test
    void each_frame_gets_a_key_of_its_own_unless_one_is_given() {
        MessageDraft draft = MessageDraft.to("#general", "hi");

        assertThat(draft.frame(null).get("idempotency_key"))
                .isNotEqualTo(draft.frame(null).get("idempotency_key"));
    }

    @Test
    void a_draft_is_not_changed_by_what_is_made_of_it() {
        MessageDraft draft = MessageDraft.replyTo(new MessageId(7), "hi");

        draft.urgent();

        assertThat(draft.frame(null).has("priority")).isFalse();
        assertThat(draft.frame(null).path("reply_to").asString()).isEqualTo("7");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "#", "@", "general", "bob"})
    void an_address_says_whether_it_is_a_channel_or_an_agent(String address) {
        assertThatThrownBy(() -> MessageDraft.to(address, "hi"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + address + "'");
    }

    @Test
    void an_empty_text_is_refused_before_it_is_sent() {
        assertThatThrownBy(() -> MessageDraft.to("@bob", ""))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("bob");
    }
}
