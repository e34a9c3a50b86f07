package dev.waybill.server.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NatsUrlTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "nats://one:4222,tls://two.example.com | nats://one:4222,tls://two.example.com",
                "nats://me:hunter2@one:4222,two | nats://one:4222,two",
                "me:hunter2@[::1]:4222 | [::1]:4222",
                "tls://hunter2@one | tls://one"
            })
    void the_place_is_shown_and_who_signs_in_is_not(String url, String shown) {
        assertThat(NatsUrl.kind().printer().apply(url)).isEqualTo(shown);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nats://me:hunter2,more@one",
                "nats://me:@hunter2@one",
                "nats://me:hunter2/@one",
                "nats://one?password=hunter2",
                "nats://one/hunter2"
            })
    void a_password_with_odd_characters_is_not_shown_either(String url) {
        assertThat(NatsUrl.shown(url)).doesNotContain("hunter2");
    }

    @Test
    void a_configuration_in_words_holds_no_secret() {
        NatsConfig config =
                new NatsConfig(
                        "nats://me:hunter2@one:4222",
                        false,
                        "nats-server",
                        -1,
                        "opensesame",
                        null,
                        null,
                        null,
                        null,
                        null,
                        false,
                        "WAYBILL_NETWORK");

        assertThat(config.toString())
                .contains("nats://one:4222")
                .doesNotContain("hunter2")
                .doesNotContain("opensesame");
    }
}
