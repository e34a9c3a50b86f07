package dev.waybill.server.ingress;

import dev.waybill.protocol.time.Rfc3339;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Looks into documents of others, in which nothing is certain to be there or to be of the right type.
final class Peek {
    private Peek() {}

    /// The text at the first of the pointers that leads to one.
    static @Nullable String text(JsonNode document, String... pointers) {
        return Arrays.stream(pointers)
                .map(document::at)
                .filter(JsonNode::isString)
                .map(JsonNode::stringValue)
                .findFirst()
                .orElse(null);
    }

    static String textOr(JsonNode document, String pointer, String otherwise) {
        return Objects.requireNonNullElse(text(document, pointer), otherwise);
    }

    /// The whole number at the first of the pointers that leads to one.
    static @Nullable Long number(JsonNode document, String... pointers) {
        return Arrays.stream(pointers)
                .map(document::at)
                .filter(node -> node.isIntegralNumber() && node.canConvertToLong())
                .map(JsonNode::longValue)
                .findFirst()
                .orElse(null);
    }

    /// An id, however it is written.
    static @Nullable String id(JsonNode document, String pointer) {
        JsonNode id = document.at(pointer);
        if (id.isString()) {
            return id.stringValue().isBlank() ? null : id.stringValue();
        }
        Long number = number(document, pointer);
        return number == null ? null : number.toString();
    }

    static @Nullable Instant time(@Nullable String text) {
        if (text == null) {
            return null;
        }
        try {
            return Rfc3339.parse(text);
        } catch (IllegalArgumentException _) {
            return null;
        }
    }

    /// The moment, if it is one that can be told; others are made up.
    static @Nullable Instant time(Instant instant) {
        return Rfc3339.canWrite(instant) ? instant : null;
    }

    /// The texts of a list; null where there is no list.
    static @Nullable List<String> texts(JsonNode document, String pointer) {
        JsonNode list = document.at(pointer);
        if (!list.isArray()) {
            return null;
        }
        return list.values().stream()
                .filter(JsonNode::isString)
                .map(JsonNode::stringValue)
                .toList();
    }
}
