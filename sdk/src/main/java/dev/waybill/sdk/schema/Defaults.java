package dev.waybill.sdk.schema;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Puts in what was left out and has a default.
final class Defaults {
    private static final String REFERENCE = "$ref";
    private static final String DEFAULT = "default";

    private final ObjectNode root;

    private Defaults(ObjectNode root) {
        this.root = root;
    }

    static JsonNode filled(JsonNode value, ObjectNode schema) {
        return new Defaults(schema).filled(value, (JsonNode) schema);
    }

    private JsonNode filled(JsonNode value, JsonNode given) {
        JsonNode schema = followed(given);
        return switch (value) {
            case ObjectNode object -> object(object, schema);
            case ArrayNode array -> array(array, schema);
            default -> value;
        };
    }

    private ObjectNode object(ObjectNode value, JsonNode schema) {
        ObjectNode copy = JsonNodeFactory.instance.objectNode();
        JsonNode properties = schema.path("properties");
        value.properties()
                .forEach(
                        each ->
                                copy.set(
                                        each.getKey(),
                                        filled(
                                                each.getValue(),
                                                properties.has(each.getKey())
                                                        ? properties.path(each.getKey())
                                                        : schema.path("additionalProperties"))));
        properties
                .properties()
                .forEach(
                        each -> {
                            if (!copy.has(each.getKey()) && each.getValue().has(DEFAULT)) {
                                copy.set(each.getKey(), each.getValue().path(DEFAULT).deepCopy());
                            }
                        });
        return copy;
    }

    private ArrayNode array(ArrayNode value, JsonNode schema) {
        ArrayNode copy = JsonNodeFactory.instance.arrayNode();
        value.forEach(each -> copy.add(filled(each, schema.path("items"))));
        return copy;
    }

    private JsonNode followed(JsonNode schema) {
        String reference = schema.path(REFERENCE).asString("");
        return reference.startsWith("#") ? root.at(reference.substring(1)) : schema;
    }
}
