package dev.waybill.server.source.filter;

import java.util.List;
import java.util.function.BiPredicate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.MissingNode;

/// Does what expressions call for. What is of the wrong type does not match; nothing fails.
final class Functions {
    private final Meter meter;
    private final Coercion coercion;
    private final Comparison comparison;
    private final Patterns patterns;

    Functions(Meter meter, Coercion coercion, Comparison comparison) {
        this.meter = meter;
        this.coercion = coercion;
        this.comparison = comparison;
        this.patterns = new Patterns(meter);
    }

    JsonNode call(Function function, List<JsonNode> arguments) {
        JsonNode first = argument(arguments, 0);
        JsonNode second = argument(arguments, 1);
        return switch (function) {
            case CONTAINS -> BooleanNode.valueOf(contains(first, second));
            case STARTS_WITH -> ofTexts(first, second, String::startsWith);
            case ENDS_WITH -> ofTexts(first, second, String::endsWith);
            case FORMAT -> Comparison.string(first.isString() ? format(arguments) : "");
            case JOIN -> Comparison.string(first.isArray() ? join(first, second) : "");
            case MATCHES -> ofTexts(first, second, patterns::found);
            case GLOB -> ofTexts(first, second, patterns::glob);
            case EXISTS -> BooleanNode.valueOf(!Coercion.nothing(first));
        };
    }

    boolean within(String text, String part) {
        meter.searching(text, part);
        return text.contains(part);
    }

    private boolean contains(JsonNode all, JsonNode wanted) {
        if (all.isString()) {
            return wanted.isString() && within(all.stringValue(), wanted.stringValue());
        }
        if (!all.isArray()) {
            return false;
        }
        for (JsonNode element : all.values()) {
            if (comparison.deep(element, wanted)) {
                return true;
            }
        }
        return false;
    }

    private JsonNode ofTexts(
            JsonNode first, JsonNode second, BiPredicate<String, String> predicate) {
        if (!first.isString() || !second.isString()) {
            return BooleanNode.FALSE;
        }
        meter.reading(second.stringValue());
        return BooleanNode.valueOf(predicate.test(first.stringValue(), second.stringValue()));
    }

    private String join(JsonNode list, JsonNode separator) {
        return coercion.joined(list, separator.isString() ? separator.stringValue() : ",");
    }

    /// Puts the arguments where `{0}`, `{1}` and so on are; what is not there is nothing.
    private String format(List<JsonNode> arguments) {
        String template = arguments.getFirst().stringValue();
        meter.reading(template);
        StringBuilder made = new StringBuilder();
        int at = 0;
        while (at < template.length()) {
            int end = placeholder(template, at);
            if (end < 0) {
                made.append(template.charAt(at++));
            } else {
                JsonNode value = argument(arguments, index(template, at + 1, end) + 1);
                made.append(Coercion.nothing(value) ? "" : coercion.text(value));
                meter.check(made.length());
                at = end + 1;
            }
        }
        return meter.made(made);
    }

    /// Where the brace closes that opens here around digits, or -1.
    private static int placeholder(String template, int at) {
        if (template.charAt(at) != '{') {
            return -1;
        }
        int end = at + 1;
        while (end < template.length() && "0123456789".indexOf(template.charAt(end)) >= 0) {
            end++;
        }
        boolean closes = end > at + 1 && end < template.length() && template.charAt(end) == '}';
        return closes ? end : -1;
    }

    private static int index(String template, int from, int to) {
        return to - from > 6 ? Lexer.MAX_TOKENS : Integer.parseInt(template, from, to, 10);
    }

    private static JsonNode argument(List<JsonNode> arguments, int index) {
        return index < arguments.size() ? arguments.get(index) : MissingNode.getInstance();
    }
}
