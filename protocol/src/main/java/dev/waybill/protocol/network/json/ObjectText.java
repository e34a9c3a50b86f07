package dev.waybill.protocol.network.json;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Writes an object in the delivery form: members in the order they are put, no space, empty ones left out where the
/// method says so, and escapes as the reference runtime writes them.
public final class ObjectText {
    private static final String HEX = "0123456789abcdef";

    private final StringBuilder out = new StringBuilder("{");

    public ObjectText put(String name, String value) {
        name(name);
        appendString(out, value);
        return this;
    }

    public ObjectText put(String name, long value) {
        name(name);
        out.append(value);
        return this;
    }

    public ObjectText put(String name, RawJson value) {
        name(name);
        out.append(value.text());
        return this;
    }

    public ObjectText putNull(String name) {
        name(name);
        out.append("null");
        return this;
    }

    public ObjectText put(String name, List<String> values) {
        name(name);
        char before = '[';
        for (String value : values) {
            out.append(before);
            appendString(out, value);
            before = ',';
        }
        out.append(values.isEmpty() ? "[]" : "]");
        return this;
    }

    public ObjectText putAll(String name, List<RawJson> values) {
        name(name);
        out.append('[');
        out.append(String.join(",", values.stream().map(RawJson::text).toList()));
        out.append(']');
        return this;
    }

    public ObjectText putSome(String name, @Nullable String value) {
        return value == null || value.isEmpty() ? this : put(name, value);
    }

    public ObjectText putSome(String name, @Nullable Long value) {
        return value == null ? this : put(name, value);
    }

    public ObjectText putSome(String name, @Nullable RawJson value) {
        return value == null ? this : put(name, value);
    }

    public ObjectText putSome(String name, List<String> values) {
        return values.isEmpty() ? this : put(name, values);
    }

    public ObjectText putSomeOf(String name, List<RawJson> values) {
        return values.isEmpty() ? this : putAll(name, values);
    }

    public ObjectText putSome(String name, Map<String, RawJson> members) {
        if (members.isEmpty()) {
            return this;
        }
        ObjectText object = new ObjectText();
        members.forEach(object::put);
        return put(name, object.done());
    }

    public RawJson done() {
        return RawJson.trusted(out + "}");
    }

    private void name(String name) {
        if (out.length() > 1) {
            out.append(',');
        }
        appendString(out, name);
        out.append(':');
    }

    static void appendString(StringBuilder out, String text) {
        out.append('"');
        int from = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (!standsForItself(c)) {
                out.append(text, from, i);
                appendCharacter(out, c);
                from = i + 1;
            }
        }
        out.append(text, from, text.length()).append('"');
    }

    private static boolean standsForItself(char c) {
        return c >= ' '
                && c != '"'
                && c != '\\'
                && c != '<'
                && c != '>'
                && c != '&'
                && c != '\u2028'
                && c != '\u2029';
    }

    private static void appendCharacter(StringBuilder out, char c) {
        switch (c) {
            case '"' -> out.append("\\\"");
            case '\\' -> out.append("\\\\");
            case '\b' -> out.append("\\b");
            case '\f' -> out.append("\\f");
            case '\n' -> out.append("\\n");
            case '\r' -> out.append("\\r");
            case '\t' -> out.append("\\t");
            default -> {
                if (c < ' ') {
                    out.append("\\u00").append(HEX.charAt(c >> 4)).append(HEX.charAt(c & 15));
                } else {
                    appendMasked(out, c);
                }
            }
        }
    }

    /// What could end a script or a line where the text is pasted is written as an escape.
    static void appendMasked(StringBuilder out, char c) {
        switch (c) {
            case '<' -> out.append("\\u003c");
            case '>' -> out.append("\\u003e");
            case '&' -> out.append("\\u0026");
            case '\u2028' -> out.append("\\u2028");
            case '\u2029' -> out.append("\\u2029");
            default -> out.append(c);
        }
    }
}
