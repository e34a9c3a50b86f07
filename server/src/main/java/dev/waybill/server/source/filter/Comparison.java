package dev.waybill.server.source.filter;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.StringNode;

/// Compares values as JavaScript does.
final class Comparison {
    private final Coercion coercion;
    private final Meter meter;

    Comparison(Coercion coercion, Meter meter) {
        this.coercion = coercion;
        this.meter = meter;
    }

    /// `==`: after turning one into the type of the other.
    boolean loose(JsonNode left, JsonNode right) {
        if (Coercion.nothing(left) || Coercion.nothing(right)) {
            return Coercion.nothing(left) && Coercion.nothing(right);
        }
        if (sameType(left, right)) {
            return strict(left, right);
        }
        if (left.isContainer() || right.isContainer()) {
            return loose(primitive(left), primitive(right));
        }
        return coercion.number(left) == coercion.number(right);
    }

    /// `===`: lists and objects are equal to themselves only.
    @SuppressWarnings("ReferenceEquality")
    boolean strict(JsonNode left, JsonNode right) {
        meter.step();
        if (!sameType(left, right)) {
            return false;
        }
        if (left.isNumber()) {
            return left.doubleValue() == right.doubleValue();
        }
        if (left.isString()) {
            meter.reading(left.stringValue());
            return left.stringValue().equals(right.stringValue());
        }
        return left.isContainer() ? left == right : left.equals(right);
    }

    /// Equal in all their parts; a number is a number, however it is written.
    boolean deep(JsonNode left, JsonNode right) {
        if (left.isArray() && right.isArray()) {
            meter.step();
            boolean same = left.size() == right.size();
            for (int i = 0; same && i < left.size(); i++) {
                same = deep(left.get(i), right.get(i));
            }
            return same;
        }
        if (left.isObject() && right.isObject()) {
            meter.step();
            return left.size() == right.size()
                    && left.properties().stream()
                            .allMatch(
                                    field ->
                                            right.has(field.getKey())
                                                    && deep(
                                                            field.getValue(),
                                                            right.path(field.getKey())));
        }
        return strict(left, right);
    }

    /// Texts by their characters, anything else by the numbers they are; false for what is none.
    boolean less(JsonNode left, JsonNode right, boolean orEqual) {
        JsonNode a = primitive(left);
        JsonNode b = primitive(right);
        if (a.isString() && b.isString()) {
            meter.reading(a.stringValue());
            int order = a.stringValue().compareTo(b.stringValue());
            return orEqual ? order <= 0 : order < 0;
        }
        double first = coercion.number(a);
        double second = coercion.number(b);
        return orEqual ? first <= second : first < second;
    }

    JsonNode primitive(JsonNode value) {
        return value.isContainer() ? string(coercion.text(value)) : value;
    }

    static StringNode string(String text) {
        return JsonNodeFactory.instance.stringNode(text);
    }

    private static boolean sameType(JsonNode left, JsonNode right) {
        if (left.isContainer() || right.isContainer()) {
            return left.isContainer() && right.isContainer();
        }
        return left.getNodeType() == right.getNodeType();
    }
}
