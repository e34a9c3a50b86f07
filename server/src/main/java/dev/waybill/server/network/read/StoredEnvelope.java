package dev.waybill.server.network.read;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.network.json.NotJson;
import dev.waybill.protocol.network.json.Tree;
import dev.waybill.protocol.network.text.Blanks;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// An envelope that was taken on once and is only shown now. It is not judged again: rules may have changed since.
final class StoredEnvelope {
    private static final int PREVIEW = 200;
    private static final long LAST_SECOND = Instant.parse("9999-12-31T23:59:59Z").getEpochSecond();
    private static final Tree.Members NOTHING = members("{}");

    private final Tree.Members envelope;
    private final Tree.Members body;

    private StoredEnvelope(Tree.Members envelope) {
        this.envelope = envelope;
        this.body = envelope.last("body") instanceof Tree.Members members ? members : NOTHING;
    }

    static StoredEnvelope of(String document) {
        return new StoredEnvelope(members(document));
    }

    JsonNode whole() {
        return PlainTree.of(envelope);
    }

    JsonNode body() {
        Tree value = envelope.last("body");
        return value == null ? Json.emptyObject() : PlainTree.of(value);
    }

    /// The text under a name of the envelope.
    @Nullable String text(String name) {
        return text(envelope, name);
    }

    @Nullable String said(String name) {
        return text(body, name);
    }

    Optional<Instant> time(String name) {
        return envelope.last(name) instanceof Tree.Numeral numeral
                ? numeral.whole().map(second -> instant(second))
                : Optional.empty();
    }

    /// What it says in short.
    @Nullable String preview(String kind) {
        return words(kind).stream()
                .map(this::said)
                .filter(text -> text != null)
                .findFirst()
                .map(StoredEnvelope::cut)
                .orElse(null);
    }

    private static List<String> words(String kind) {
        return switch (kind) {
            case "trace" -> List.of("message");
            case "receipt" -> List.of("detail");
            case "capability" -> List.of("summary", "outcome", "id");
            case "greet" -> List.of("summary");
            case "whois" -> List.of("query");
            default -> List.of("text");
        };
    }

    private static String cut(String text) {
        int length = text.codePointCount(0, text.length());
        return length <= PREVIEW
                ? text
                : text.substring(0, text.offsetByCodePoints(0, PREVIEW)) + "…";
    }

    private static Instant instant(long second) {
        return Instant.ofEpochSecond(Math.clamp(second, 0, LAST_SECOND));
    }

    private static @Nullable String text(Tree.Members from, String name) {
        return from.last(name) instanceof Tree.Text(var _, var value)
                ? Blanks.present(value)
                : null;
    }

    private static Tree.Members members(String document) {
        try {
            if (Tree.read(document) instanceof Tree.Members members) {
                return members;
            }
        } catch (NotJson e) {
            throw new IllegalStateException("a stored envelope is not JSON", e);
        }
        throw new IllegalStateException("a stored envelope is not an object");
    }
}
