package dev.waybill.sdk;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonFault;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.protocol.wire.WireWord;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Reads and writes what travels. What the server sends is trusted to be of a sensible size, and to grow fields and words
/// that this SDK does not know yet.
final class Wire {
    static final Json JSON = new Json(JsonLimits.STORED);

    private Wire() {}

    static ObjectNode object(Map<String, Object> map) {
        return (ObjectNode) JSON.toTree(map);
    }

    static Map<String, Object> map(JsonNode node) {
        Map<String, Object> map = new LinkedHashMap<>();
        node.properties()
                .forEach(
                        each ->
                                map.put(
                                        each.getKey(),
                                        JSON.convert(each.getValue(), Object.class)));
        return map;
    }

    static <E extends Enum<E> & WireWord> E word(JsonNode node, Class<E> type, E otherwise) {
        return Arrays.stream(type.getEnumConstants())
                .filter(constant -> constant.wire().equals(node.asString("")))
                .findFirst()
                .orElse(otherwise);
    }

    static @Nullable String text(JsonNode node) {
        return node.isString() ? node.asString() : null;
    }

    static @Nullable Instant instant(JsonNode node) {
        try {
            return node.isString() ? Instant.parse(node.asString()) : null;
        } catch (DateTimeException _) {
            return null;
        }
    }

    static <T> T convert(JsonNode node, Class<T> type) {
        try {
            return JSON.convert(node, type);
        } catch (JsonFault e) {
            throw new RelayException(
                    "unreadable",
                    "the server's answer is no " + type.getSimpleName() + ": " + e.getMessage(),
                    false);
        }
    }
}
