package dev.waybill.server.source.filter;

import java.math.BigDecimal;
import tools.jackson.databind.JsonNode;

/// Turns values into one another as JavaScript does. A missing node is `undefined`.
final class Coercion {
    private static final int MAX_DEPTH = 100;

    private final Meter meter;

    Coercion(Meter meter) {
        this.meter = meter;
    }

    static boolean truthy(JsonNode value) {
        if (value.isMissingNode() || value.isNull()) {
            return false;
        }
        if (value.isBoolean()) {
            return value.booleanValue();
        }
        if (value.isNumber()) {
            double number = value.doubleValue();
            return number != 0 && !Double.isNaN(number);
        }
        return !value.isString() || !value.stringValue().isEmpty();
    }

    String text(JsonNode value) {
        return text(value, MAX_DEPTH);
    }

    private String text(JsonNode value, int depth) {
        meter.step();
        if (depth == 0) {
            throw new ExprFault("a list in it is nested more than " + MAX_DEPTH + " deep");
        }
        if (value.isMissingNode()) {
            return "undefined";
        }
        if (value.isNull()) {
            return "null";
        }
        if (value.isArray()) {
            return joined(value, ",", depth - 1);
        }
        if (value.isObject()) {
            return "[object Object]";
        }
        return value.isNumber() ? text(value.doubleValue()) : value.asString();
    }

    /// The elements as texts; what is null or undefined is nothing.
    String joined(JsonNode list, String separator) {
        return joined(list, separator, MAX_DEPTH);
    }

    private String joined(JsonNode list, String separator, int depth) {
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < list.size(); i++) {
            JsonNode element = list.get(i);
            String between = i == 0 ? "" : separator;
            String said = nothing(element) ? "" : text(element, depth);
            meter.check((long) all.length() + between.length() + said.length());
            all.append(between).append(said);
        }
        return all.toString();
    }

    double number(JsonNode value) {
        if (value.isMissingNode()) {
            return Double.NaN;
        }
        if (value.isNull()) {
            return 0;
        }
        if (value.isBoolean()) {
            return value.booleanValue() ? 1 : 0;
        }
        if (value.isNumber()) {
            return value.doubleValue();
        }
        String text = text(value);
        meter.reading(text);
        return number(text);
    }

    static boolean nothing(JsonNode value) {
        return value.isMissingNode() || value.isNull();
    }

    private static double number(String text) {
        String plain = trimmed(text);
        if (plain.isEmpty()) {
            return 0;
        }
        return switch (plain) {
            case "Infinity", "+Infinity" -> Double.POSITIVE_INFINITY;
            case "-Infinity" -> Double.NEGATIVE_INFINITY;
            default ->
                    plain.startsWith("0") && plain.length() > 2 ? prefixed(plain) : decimal(plain);
        };
    }

    private static double prefixed(String text) {
        return switch (text.charAt(1)) {
            case 'x', 'X' -> whole(text, 16);
            case 'o', 'O' -> whole(text, 8);
            case 'b', 'B' -> whole(text, 2);
            default -> decimal(text);
        };
    }

    private static double whole(String text, int radix) {
        double value = 0;
        for (int i = 2; i < text.length(); i++) {
            char c = text.charAt(i);
            int digit = c < 128 ? Character.digit(c, radix) : -1;
            if (digit < 0) {
                return Double.NaN;
            }
            value = value * radix + digit;
        }
        return value;
    }

    private static double decimal(String text) {
        for (int i = 0; i < text.length(); i++) {
            if ("0123456789+-.eE".indexOf(text.charAt(i)) < 0) {
                return Double.NaN;
            }
        }
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException _) {
            return Double.NaN;
        }
    }

    private static String trimmed(String text) {
        int from = 0;
        int to = text.length();
        while (from < to && Lexer.isSpace(text.charAt(from))) {
            from++;
        }
        while (to > from && Lexer.isSpace(text.charAt(to - 1))) {
            to--;
        }
        return text.substring(from, to);
    }

    /// As JavaScript writes a number: without a point when it has none, and with an exponent only when it is very large or small.
    static String text(double number) {
        if (Double.isNaN(number)) {
            return "NaN";
        }
        if (Double.isInfinite(number)) {
            return number > 0 ? "Infinity" : "-Infinity";
        }
        if (number == 0) {
            return "0";
        }
        String sign = number < 0 ? "-" : "";
        BigDecimal exact = new BigDecimal(Double.toString(Math.abs(number))).stripTrailingZeros();
        String digits = exact.unscaledValue().toString();
        return sign + placed(digits, digits.length() - exact.scale());
    }

    private static String placed(String digits, int point) {
        int count = digits.length();
        if (count <= point && point <= 21) {
            return digits + "0".repeat(point - count);
        }
        if (0 < point && point <= 21) {
            return digits.substring(0, point) + "." + digits.substring(point);
        }
        if (-6 < point && point <= 0) {
            return "0." + "0".repeat(-point) + digits;
        }
        String fraction = count == 1 ? "" : "." + digits.substring(1);
        String exponent = (point > 0 ? "+" : "-") + Math.abs(point - 1);
        return digits.charAt(0) + fraction + "e" + exponent;
    }
}
