package dev.waybill.server.ingress;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;

/// How a text is made of what a webhook brought. `/a/b` is what that JSON pointer leads to, `header:X-Name` a header, and any
/// other text itself, with what stands in braces put in: `{/repo/name}#{/number}`.
final class Template {
    private static final int MOST = 1000;
    private static final String HEADER = "header:";

    private final List<Piece> pieces;

    private Template(List<Piece> pieces) {
        this.pieces = List.copyOf(pieces);
    }

    private sealed interface Piece {
        record Words(String text) implements Piece {}

        record At(JsonPointer pointer) implements Piece {}

        record Header(String name) implements Piece {}
    }

    /// Throws an [IllegalArgumentException] with words for whoever wrote it.
    static Template parse(String text) {
        if (text.isEmpty() || text.length() > MOST) {
            throw new IllegalArgumentException("is empty or longer than " + MOST + " characters");
        }
        if (text.startsWith("/") || text.startsWith(HEADER)) {
            return new Template(List.of(reference(text)));
        }
        List<Piece> pieces = new ArrayList<>();
        int at = 0;
        for (int open = text.indexOf('{'); open >= 0; open = text.indexOf('{', at)) {
            int close = text.indexOf('}', open);
            if (close < 0) {
                throw new IllegalArgumentException(
                        "has a brace at character " + (open + 1) + " that nothing closes");
            }
            pieces.add(new Piece.Words(text.substring(at, open)));
            pieces.add(reference(text.substring(open + 1, close)));
            at = close + 1;
        }
        pieces.add(new Piece.Words(text.substring(at)));
        return new Template(pieces);
    }

    private static Piece reference(String text) {
        if (text.startsWith(HEADER) && text.length() > HEADER.length()) {
            return new Piece.Header(text.substring(HEADER.length()));
        }
        if (!text.startsWith("/")) {
            throw new IllegalArgumentException(
                    "refers to \"" + text + "\", which is neither a JSON pointer nor header:NAME");
        }
        return new Piece.At(JsonPointer.compile(text));
    }

    /// Null where something that it refers to is not there, or is no text, number or boolean.
    @Nullable String fill(Arrival arrival, JsonNode body) {
        StringBuilder made = new StringBuilder();
        for (Piece piece : pieces) {
            String text =
                    switch (piece) {
                        case Piece.Words(var words) -> words;
                        case Piece.At(var pointer) -> value(body.at(pointer));
                        case Piece.Header(var name) -> arrival.header(name).orElse(null);
                    };
            if (text == null) {
                return null;
            }
            made.append(text);
        }
        return made.isEmpty() ? null : made.toString();
    }

    /// What it leads to as it is, if it is nothing but a pointer.
    @Nullable JsonNode node(JsonNode body) {
        return pieces.size() == 1 && pieces.getFirst() instanceof Piece.At(var pointer)
                ? body.at(pointer)
                : null;
    }

    private static @Nullable String value(JsonNode node) {
        return node.isValueNode() && !node.isNull() ? node.asString() : null;
    }
}
