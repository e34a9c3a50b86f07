package dev.waybill.server.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonFault;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.protocol.node.NodeFrame;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class FrameReaderTest {
    private final Json json = new Json(JsonLimits.STORED);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"v\":1,\"type\":\"delivery.ack\",\"agent\":\"bob\",\"up_to_seq\":42}",
                "{\"v\":1,\"id\":\"7\",\"type\":\"message.send\",\"from\":\"a\",\"to\":\"b\",\"text\":\"h\\u00e9\\n\"}",
                "{\"type\":\"message.send\",\"channel\":\"general\",\"text\":\"x\",\"idempotency_key\":\"k\"}",
                "{\"type\":\"message.send\",\"to\":\"b\",\"text\":\"x\",\"mode\":\"steer\"}",
                "{\"type\":\"message.send\",\"to\":\"b\",\"text\":\"x\",\"answer\":\"minimal\"}",
                "{\"type\":\"message.send\",\"to\":\"b\",\"text\":\"x\",\"answer\":\"whole\"}",
                "{\"type\":\"message.send\",\"to\":\"b\",\"text\":\"x\",\"data\":{\"a\":[1]}}",
                "{\"type\":\"node.heartbeat\",\"load\":0.5,\"active_agents\":3,\"handlers_live\":true}",
                "{\"type\":\"message.send\",\"to\":null,\"text\":\"x\",\"unheard_of\":[{}]}",
            })
    void a_frame_says_the_same_on_the_short_way_and_the_long_one(String frame) {
        byte[] text = frame.getBytes(StandardCharsets.UTF_8);

        assertThat(FrameReader.read(json, text)).isEqualTo(json.read(text, NodeFrame.class));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "{}",
                "{\"type\":7}",
                "{\"type\":\"x\",\"type\":\"y\"}",
                "{\"type\":\"x\"} {}",
                "{\"type\":\"x\"",
                "{\"type\":\"x\",\"up_to_seq\":99999999999999999999}",
                "{\"type\":\"x\",\"up_to_seq\":\"7\"}",
                "{\"type\":\"x\",\"answer\":\"short\"}",
                "{\"type\":\"x\",\"text\":\"\\u0000\"}",
                "{\"type\":\"x\",\"text\":\"\\ud800\"}",
            })
    void a_frame_that_is_wrong_is_told_so_in_the_same_words(String frame) {
        byte[] text = frame.getBytes(StandardCharsets.UTF_8);

        assertThatThrownBy(() -> FrameReader.read(json, text))
                .isInstanceOf(JsonFault.class)
                .hasMessage(fault(text));
    }

    @Test
    void texts_and_numbers_of_acks_and_messages_arrive_in_their_fields() {
        NodeFrame frame =
                FrameReader.read(
                        json,
                        "{\"v\":1,\"id\":\"i\",\"type\":\"t\",\"agent\":\"a\",\"up_to_seq\":9,\"from\":\"f\",\"to\":\"o\",\"channel\":\"c\",\"text\":\"x\",\"idempotency_key\":\"k\"}"
                                .getBytes(StandardCharsets.UTF_8));

        assertThat(frame.type() + frame.id() + frame.agent() + frame.upToSeq()).isEqualTo("tia9");
        assertThat(frame.from() + frame.to() + frame.channel() + frame.text()).isEqualTo("focx");
        assertThat(frame.idempotencyKey()).isEqualTo("k");
    }

    private String fault(byte[] text) {
        try {
            return "nothing wrong with " + json.read(text, NodeFrame.class);
        } catch (JsonFault e) {
            return String.valueOf(e.getMessage());
        }
    }
}
