package dev.waybill.sdk.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.waybill.protocol.delivery.DeliveryMode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

class RecordsTest {
    private static final JsonMapper JSON = new JsonMapper();

    record Numbers(OptionalInt limit, OptionalLong after, OptionalDouble weight) {}

    record Link(String url, @Default("\"none\"") String label) {}

    record Input(
            String query,
            int limit,
            List<Link> links,
            DeliveryMode mode,
            @Nullable String note,
            Optional<String> reason) {
        public Input {
            if (limit > 100) {
                throw new IllegalArgumentException("limit is more than 100");
            }
        }
    }

    @Test
    void what_is_written_is_read_again() {
        record All(Instant at, Duration time, Map<String, Integer> counts, DeliveryMode mode) {}
        All all =
                new All(
                        Instant.parse("2026-01-02T03:04:05.678Z"),
                        Duration.ofSeconds(90),
                        Map.of("a", 1),
                        DeliveryMode.ON_IDLE);

        assertThat(Records.tree(all).toString())
                .isEqualTo(
                        """
                        {"at":"2026-01-02T03:04:05.678Z","time":"PT1M30S","counts":{"a":1},"mode":"on-idle"}"""
                                .strip());
        assertThat(Records.read(Records.tree(all), All.class)).isEqualTo(all);
    }

    @Test
    void what_is_left_out_has_its_default() {
        Input input =
                read(
                        "{\"query\":\"q\",\"limit\":1,\"links\":[{\"url\":\"u\"}],\"mode\":\"manual\"}");

        assertThat(input.links()).containsExactly(new Link("u", "none"));
        assertThat(input.note()).isNull();
        assertThat(input.reason()).isEmpty();
    }

    @Test
    void what_is_empty_is_left_out() {
        Input input = new Input("q", 1, List.of(), DeliveryMode.MANUAL, null, Optional.empty());

        assertThat(Records.tree(input).propertyNames())
                .containsExactly("query", "limit", "links", "mode");
    }

    @Test
    void optional_numbers_are_read_and_written_as_numbers() {
        String full = "{\"limit\":3,\"after\":5000000000,\"weight\":0.5}";
        Numbers numbers =
                new Numbers(
                        OptionalInt.of(3), OptionalLong.of(5_000_000_000L), OptionalDouble.of(0.5));

        assertThat(Records.tree(numbers).toString()).isEqualTo(full);
        assertThat(Records.read(JSON.readTree(full), Numbers.class)).isEqualTo(numbers);
    }

    @Test
    void optional_numbers_that_are_empty_are_left_out() {
        Numbers none =
                new Numbers(OptionalInt.empty(), OptionalLong.empty(), OptionalDouble.empty());

        assertThat(Records.tree(none).toString()).isEqualTo("{}");
        assertThat(Records.read(JSON.readTree("{}"), Numbers.class)).isEqualTo(none);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"limit\":\"3\"} | /limit | is no integer",
                "{\"limit\":1.5} | /limit | is no integer",
                "{\"after\":true} | /after | is no integer",
                "{\"weight\":\"0.5\"} | /weight | is no number"
            })
    void an_optional_number_that_is_none_is_a_misfit(String json, String pointer, String reason) {
        Misfit misfit =
                catchThrowableOfType(
                        Misfit.class, () -> Records.read(JSON.readTree(json), Numbers.class));

        assertThat(misfit.pointer()).isEqualTo(pointer);
        assertThat(misfit.reason()).isEqualTo(reason);
    }

    @Test
    void unknown_fields_are_passed_over() {
        Input input =
                read("{\"query\":\"q\",\"limit\":1,\"links\":[],\"mode\":\"manual\",\"newer\":1}");

        assertThat(input.query()).isEqualTo("q");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"limit\":1,\"links\":[],\"mode\":\"manual\"} | /query | is missing",
                "{\"query\":3,\"limit\":1,\"links\":[],\"mode\":\"manual\"} | /query | is no valid text",
                "{\"query\":null,\"limit\":1,\"links\":[],\"mode\":\"manual\"} | /query | must not be null",
                "{\"query\":\"q\",\"limit\":\"1\",\"links\":[],\"mode\":\"manual\"} | /limit | is no integer",
                "{\"query\":\"q\",\"limit\":1.5,\"links\":[],\"mode\":\"manual\"} | /limit | is no integer",
                "{\"query\":\"q\",\"limit\":1,\"links\":{},\"mode\":\"manual\"} | /links | is no array",
                "{\"query\":\"q\",\"limit\":1,\"links\":[{}],\"mode\":\"manual\"} | /links/0/url | is missing",
                "{\"query\":\"q\",\"limit\":999,\"links\":[],\"mode\":\"manual\"} | `` | limit is more than 100"
            })
    void a_misfit_says_where_and_why(String json, String pointer, String reason) {
        Misfit misfit = catchThrowableOfType(Misfit.class, () -> read(json));

        assertThat(misfit.pointer()).isEqualTo(pointer);
        assertThat(misfit.reason()).isEqualTo(reason);
    }

    @Test
    void an_unknown_word_is_told_the_known_ones() {
        Misfit misfit =
                catchThrowableOfType(
                        Misfit.class,
                        () -> read("{\"query\":\"q\",\"limit\":1,\"links\":[],\"mode\":\"soon\"}"));

        assertThat(misfit.getMessage()).startsWith("/mode: is none of immediate, next-message");
    }

    private static Input read(String json) {
        return Records.read(JSON.readTree(json), Input.class);
    }
}
