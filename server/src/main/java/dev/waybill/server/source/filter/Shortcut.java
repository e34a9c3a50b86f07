package dev.waybill.server.source.filter;

import java.util.Map;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/// The part of an event's facts that a filter names, without an expression.
final class Shortcut {
    static final int MAX_VALUES = 1000;
    private static final int MAX_DEPTH = 32;

    private final JsonNode expected;

    /// Throws an [ExprFault] if there is too much of it.
    Shortcut(JsonNode expected) {
        if (!expected.isObject()) {
            throw new ExprFault("it has to be an object");
        }
        if (count(expected, MAX_DEPTH) > MAX_VALUES) {
            throw new ExprFault("it has more than " + MAX_VALUES + " values");
        }
        this.expected = expected;
    }

    boolean fits(JsonNode actual, Meter meter) {
        return fields(actual, expected, new Comparison(new Coercion(meter), meter), meter);
    }

    private static boolean fields(
            JsonNode actual, JsonNode expected, Comparison comparison, Meter meter) {
        for (Map.Entry<String, JsonNode> field : expected.properties()) {
            if (!fits(at(actual, field.getKey()), field.getValue(), comparison, meter)) {
                return false;
            }
        }
        return true;
    }

    private static boolean fits(
            JsonNode actual, JsonNode expected, Comparison comparison, Meter meter) {
        meter.step();
        if (expected.isObject()) {
            return actual.isObject() && fields(actual, expected, comparison, meter);
        }
        if (expected.isArray()) {
            return actual.isArray()
                    ? all(
                            expected,
                            wanted -> any(actual, one -> fits(one, wanted, comparison, meter)))
                    : any(expected, wanted -> fits(actual, wanted, comparison, meter));
        }
        return actual.isArray()
                ? any(actual, one -> fits(one, expected, comparison, meter))
                : comparison.strict(actual, expected);
    }

    /// The dots of a key are steps.
    private static JsonNode at(JsonNode of, String key) {
        JsonNode node = of;
        for (String step : key.split("\\.", -1)) {
            node = node.isObject() ? node.path(step) : MissingNode.getInstance();
        }
        return node;
    }

    private static boolean any(JsonNode list, Predicate<JsonNode> test) {
        return list.values().stream().anyMatch(test);
    }

    private static boolean all(JsonNode list, Predicate<JsonNode> test) {
        return list.values().stream().allMatch(test);
    }

    private static int count(JsonNode node, int depth) {
        if (depth == 0) {
            throw new ExprFault("it is nested more than " + MAX_DEPTH + " deep");
        }
        int values = 1;
        for (JsonNode child : node.values()) {
            values += count(child, depth - 1);
        }
        return values;
    }
}
