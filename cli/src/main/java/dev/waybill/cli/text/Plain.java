package dev.waybill.cli.text;

import tools.jackson.databind.JsonNode;

/// Text of others made safe to show: a terminal obeys control characters, so none are left.
public final class Plain {
    private static final String ELLIPSIS = "…";

    private Plain() {}

    /// On one line, whatever it was.
    public static String line(String text) {
        return text.replaceAll("[\\s\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cs}&&[^\\u200d]]+", " ")
                .strip();
    }

    /// On one line of at most that many characters.
    public static String line(String text, int most) {
        String line = line(text);
        int length = line.codePointCount(0, line.length());
        return length <= most
                ? line
                : line.substring(0, line.offsetByCodePoints(0, most - 1)) + ELLIPSIS;
    }

    /// With its lines kept.
    public static String block(String text) {
        return text.replaceAll("\\r\\n?", "\n")
                .replaceAll("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cs}&&[^\\n\\t\\u200d]]", "");
    }

    /// A field on one line; what is not there is a dash.
    public static String field(JsonNode object, String... path) {
        JsonNode value = object;
        for (String name : path) {
            value = value.path(name);
        }
        if (value.isMissingNode() || value.isNull()) {
            return "-";
        }
        return line(value.isValueNode() ? value.asString() : value.toString());
    }
}
