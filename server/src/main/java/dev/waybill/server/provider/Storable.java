package dev.waybill.server.provider;

import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/// What a provider said as every database keeps it: PostgreSQL has no NUL, and UTF-8 no halves of surrogate pairs. There
/// is a mark in their place.
final class Storable {
    private static final char MARK = '\uFFFD';

    private Storable() {}

    static String of(String text) {
        int i = 0;
        while (i < text.length() && keeps(text, i)) {
            i++;
        }
        return i == text.length() ? text : marked(text);
    }

    static ObjectNode of(ObjectNode tree) {
        ObjectNode kept = tree.objectNode();
        for (Map.Entry<String, JsonNode> field : tree.properties()) {
            kept.set(of(field.getKey()), of(field.getValue()));
        }
        return kept;
    }

    private static JsonNode of(JsonNode node) {
        return switch (node) {
            case StringNode text -> StringNode.valueOf(of(text.stringValue()));
            case ObjectNode object -> of(object);
            case ArrayNode array -> {
                ArrayNode kept = array.arrayNode();
                array.forEach(one -> kept.add(of(one)));
                yield kept;
            }
            default -> node;
        };
    }

    private static String marked(String text) {
        StringBuilder kept = new StringBuilder(text);
        for (int i = 0; i < text.length(); i++) {
            if (!keeps(text, i)) {
                kept.setCharAt(i, MARK);
            }
        }
        return kept.toString();
    }

    private static boolean keeps(String text, int index) {
        char unit = text.charAt(index);
        if (Character.isHighSurrogate(unit)) {
            return index + 1 < text.length() && Character.isLowSurrogate(text.charAt(index + 1));
        }
        if (Character.isLowSurrogate(unit)) {
            return index > 0 && Character.isHighSurrogate(text.charAt(index - 1));
        }
        return unit != 0;
    }
}
