package dev.waybill.protocol.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class PushDeliveryTest {
    private static final Json JSON = new Json(JsonLimits.DEFAULTS);

    @Test
    void what_is_left_out_is_as_the_protocol_says() {
        PushDelivery delivery =
                read(
                        """
                        {"url":"https://a.example/x","auth":{"type":"hmac_sha256","secret":"s"},"unknown":1}
                        """);

        assertThat(delivery.ackMode()).isEqualTo(AckMode.MANUAL);
        assertThat(delivery.auth())
                .isEqualTo(
                        new PushAuth.Hmac(
                                "s",
                                "X-Relaycast-Signature",
                                "X-Relaycast-Timestamp",
                                true,
                                "sha256="));
        assertThat(read("{\"url\":\"https://a.example/x\",\"auth\":null}").auth())
                .isEqualTo(new PushAuth.None());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\":\"none\"}",
                "{\"type\":\"bearer\",\"token\":\"hidden\"}",
                "{\"type\":\"static_headers\",\"headers\":{\"A\":\"hidden\"}}",
                "{\"type\":\"hmac_sha256\",\"secret\":\"hidden\",\"signed_payload\":\"body\",\"prefix\":\"\"}",
                "{\"type\":\"standard_webhooks\",\"secret\":\"whsec_aGlkZGVuaGlkZGVuaGlkZGVu\"}"
            })
    void what_is_stored_is_read_again_and_says_no_secret_by_itself(String auth) {
        PushDelivery delivery =
                read(
                        "{\"url\":\"https://a.example/x\",\"ack_mode\":\"response\",\"auth\":"
                                + auth
                                + "}");

        assertThat(PushDelivery.of(delivery.toJson())).isEqualTo(delivery);
        assertThat(delivery.toString()).doesNotContain("hidden", "aGlkZGVu");
        assertThat(Redacted.of(delivery.toJson()).toString()).doesNotContain("hidden", "aGlkZGVu");
    }

    @Test
    void no_message_repeats_a_secret() {
        assertThatThrownBy(
                        () ->
                                read(
                                        """
                                        {"url":"https://a.example/x","auth":{"type":"bearer","token":"hidden\\u0007"}}
                                        """))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("token")
                .hasMessageNotContaining("hidden");
    }

    @Test
    void secrets_are_hidden_wherever_they_are() {
        JsonNode shown =
                Redacted.of(
                        JSON.tree(
                                """
                                {"url":"https://a.example/x?b=1&access_token=hidden&c=2","list":[{"apiKey":"hidden"}],
                                 "headers":{"Accept":"hidden"},"Set-Cookie":"hidden","ack_mode":"manual"}
                                """));

        assertThat(shown.toString())
                .doesNotContain("hidden")
                .contains("?b=1&access_token=[redacted]&c=2", "\"ack_mode\":\"manual\"", "Accept");
    }

    private static PushDelivery read(String json) {
        return PushDelivery.of(JSON.tree(json));
    }
}
