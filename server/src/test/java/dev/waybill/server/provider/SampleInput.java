package dev.waybill.server.provider;

import dev.waybill.protocol.json.Json;
import dev.waybill.server.schema.JsonSchema;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.IntNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/// Makes the least input that fits a schema, or, where that is not enough for it, one with everything in it.
final class SampleInput {
    private final List<String> words;
    private final boolean whole;

    private SampleInput(List<String> words, boolean whole) {
        this.words = words;
        this.whole = whole;
    }

    static ObjectNode of(ObjectNode schema, List<String> words) {
        List<String> all =
                Stream.concat(
                                words.stream(),
                                Stream.of("x", "https://example.com/", "a".repeat(40)))
                        .toList();
        ObjectNode least = (ObjectNode) new SampleInput(all, false).make(schema);
        return JsonSchema.read(schema).violations(least).isEmpty()
                ? least
                : (ObjectNode) new SampleInput(all, true).make(schema);
    }

    private JsonNode make(JsonNode schema) {
        if (schema.has("const")) {
            return schema.path("const");
        }
        if (schema.has("enum")) {
            return schema.path("enum").path(0);
        }
        for (String choice : List.of("oneOf", "anyOf")) {
            if (schema.has(choice) && !schema.has("properties")) {
                return make(schema.path(choice).path(0));
            }
        }
        return switch (schema.path("type").asString("object")) {
            case "string" -> text(schema);
            case "integer", "number" -> IntNode.valueOf(schema.path("minimum").asInt(1));
            case "boolean" -> BooleanNode.TRUE;
            case "array" -> array(schema);
            default -> object(schema);
        };
    }

    private JsonNode text(JsonNode schema) {
        JsonSchema read = JsonSchema.read(schema);
        return words.stream()
                .map(StringNode::valueOf)
                .filter(word -> read.violations(word).isEmpty())
                .findFirst()
                .orElseThrow(() -> new AssertionError("no word fits " + schema));
    }

    private ArrayNode array(JsonNode schema) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        for (int i = 0; i < Math.max(1, schema.path("minItems").asInt(1)); i++) {
            array.add(make(schema.path("items")));
        }
        return array;
    }

    private ObjectNode object(JsonNode schema) {
        ObjectNode object = Json.emptyObject();
        schema.path("properties")
                .forEachEntry(
                        (name, property) -> {
                            if (whole || required(schema, name)) {
                                object.set(name, make(property));
                            }
                        });
        return object;
    }

    private static boolean required(JsonNode schema, String name) {
        return schema.path("required").valueStream().anyMatch(one -> one.asString("").equals(name));
    }
}
