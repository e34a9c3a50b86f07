package dev.waybill.server.source.filter;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/// What the JavaScript library Jexl 2.3.0 says of each expression in `filter/jexl.json`, we say too.
class ConformanceTest {
    private static final Json JSON = new Json(JsonLimits.DEFAULTS);
    private static final JsonNode TABLE = table();

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void an_expression_means_what_it_means_elsewhere(String expr, String expected) {
        assertThat(valueOf(expr)).isEqualTo(expected);
    }

    static Stream<Arguments> cases() {
        return TABLE.path("cases").values().stream()
                .map(row -> Arguments.of(row.get(0).stringValue(), row.get(1).stringValue()));
    }

    private static String valueOf(String expr) {
        try {
            return shown(
                    new Evaluator(TABLE.path("context"), new Meter()).value(Parser.parse(expr)));
        } catch (ExprFault _) {
            return "fault";
        }
    }

    /// As the table writes values.
    static String shown(JsonNode value) {
        if (value.isMissingNode()) {
            return "undefined";
        }
        if (value.isArray()) {
            return value.values().stream()
                    .map(ConformanceTest::shown)
                    .collect(joining(",", "[", "]"));
        }
        if (value.isObject()) {
            return value.properties().stream()
                    .map(field -> field.getKey() + ":" + shown(field.getValue()))
                    .collect(joining(",", "{", "}"));
        }
        return value.isNumber() ? Coercion.text(value.doubleValue()) : JSON.text(value);
    }

    private static JsonNode table() {
        try (InputStream table =
                Objects.requireNonNull(
                        ConformanceTest.class.getResourceAsStream("/filter/jexl.json"))) {
            return JSON.tree(table.readAllBytes());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
