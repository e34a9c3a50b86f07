package dev.waybill.server.provider;

import dev.waybill.protocol.json.Json;
import dev.waybill.server.redact.Redactor;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/// Takes out of what a provider said the secrets it was called with, and whatever else looks like one.
record Redaction(Blackout blackout, Redactor redactor) {
    String of(String text) {
        return redactor.redact(blackout.of(text));
    }

    ObjectNode of(ObjectNode tree) {
        return redactor.redact(blackened(tree)) instanceof ObjectNode redacted
                ? redacted
                : Json.emptyObject();
    }

    private JsonNode blackened(JsonNode node) {
        return switch (node) {
            case StringNode text -> StringNode.valueOf(blackout.of(text.stringValue()));
            case ArrayNode array -> {
                ArrayNode kept = array.arrayNode();
                array.forEach(one -> kept.add(blackened(one)));
                yield kept;
            }
            case ObjectNode object -> blackened(object);
            default -> node;
        };
    }

    private ObjectNode blackened(ObjectNode object) {
        ObjectNode kept = Json.emptyObject();
        for (Map.Entry<String, JsonNode> field : object.properties()) {
            kept.set(blackout.of(field.getKey()), blackened(field.getValue()));
        }
        return kept;
    }
}
