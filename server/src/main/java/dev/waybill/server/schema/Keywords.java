package dev.waybill.server.schema;

import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Which keys of a schema are words of JSON Schema, and which are names of the author's.
final class Keywords {
    /// Under these, keys are names and the values are schemas.
    private static final Set<String> NAMED =
            Set.of("properties", "patternProperties", "$defs", "definitions", "dependentSchemas");

    /// These hold values and no schemas.
    private static final Set<String> VALUES =
            Set.of("const", "enum", "default", "examples", "required", "dependentRequired");

    private static final Set<String> SPOILT =
            Stream.of(
                            "additionalProperties",
                            "patternProperties",
                            "propertyNames",
                            "unevaluatedProperties",
                            "unevaluatedItems",
                            "prefixItems",
                            "minItems",
                            "maxItems",
                            "uniqueItems",
                            "minContains",
                            "maxContains",
                            "minLength",
                            "maxLength",
                            "minProperties",
                            "maxProperties",
                            "exclusiveMinimum",
                            "exclusiveMaximum",
                            "multipleOf",
                            "anyOf",
                            "allOf",
                            "oneOf",
                            "dependentRequired",
                            "dependentSchemas",
                            "readOnly",
                            "writeOnly",
                            "contentMediaType",
                            "contentEncoding",
                            "contentSchema",
                            "$dynamicRef",
                            "$dynamicAnchor")
                    .map(CamelKeys::snake)
                    .collect(Collectors.toUnmodifiableSet());

    private Keywords() {}

    /// Whether the word stands where a keyword does and is one in snake case.
    static boolean isSpoilt(String key) {
        return SPOILT.contains(key);
    }

    /// Shows every schema within the value, the value itself first; keywords may be spelled either way.
    static void eachSchema(JsonNode schema, Consumer<ObjectNode> visitor) {
        if (schema.isArray()) {
            schema.forEach(element -> eachSchema(element, visitor));
        } else if (schema instanceof ObjectNode object) {
            visitor.accept(object);
            object.forEachEntry((key, value) -> within(CamelKeys.camel(key), value, visitor));
        }
    }

    private static void within(String keyword, JsonNode value, Consumer<ObjectNode> visitor) {
        if (VALUES.contains(keyword)) {
            return;
        }
        if (NAMED.contains(keyword)) {
            value.forEach(named -> eachSchema(named, visitor));
        } else {
            eachSchema(value, visitor);
        }
    }
}
