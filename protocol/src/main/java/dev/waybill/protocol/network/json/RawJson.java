package dev.waybill.protocol.network.json;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A JSON value that passes through as it was spelled, without space, and with `<`, `>` and `&` escaped.
public final class RawJson {
    private final String text;

    private RawJson(String text) {
        this.text = text;
    }

    /// Throws [NotJson].
    public static RawJson of(String document) {
        return Tree.read(document).raw();
    }

    static RawJson of(Span span) {
        return new RawJson(compact(span));
    }

    /// What is known to be JSON in this form already.
    static RawJson trusted(String text) {
        return new RawJson(text);
    }

    public static RawJson string(String value) {
        StringBuilder out = new StringBuilder();
        ObjectText.appendString(out, value);
        return new RawJson(out.toString());
    }

    public static RawJson listOf(List<RawJson> items) {
        return new RawJson(
                items.stream().map(RawJson::text).collect(Collectors.joining(",", "[", "]")));
    }

    public String text() {
        return text;
    }

    public Tree tree() {
        return Tree.read(text);
    }

    private static String compact(Span span) {
        StringBuilder out = new StringBuilder(span.end() - span.start());
        boolean inString = false;
        for (int i = span.start(); i < span.end(); i++) {
            char c = span.document().charAt(i);
            if (inString) {
                ObjectText.appendMasked(out, c);
                if (c == '\\') {
                    out.append(span.document().charAt(++i));
                } else if (c == '"') {
                    inString = false;
                }
            } else if (c > ' ') {
                out.append(c);
                inString = c == '"';
            }
        }
        return out.toString();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof RawJson raw && raw.text.equals(text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return text;
    }
}
