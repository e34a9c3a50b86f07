package dev.waybill.server.schema;

import java.util.concurrent.atomic.AtomicBoolean;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// A schema as its author wrote it, and whether a JavaScript client had respelled its keys on the way here. If so, input is
/// compared in the author's spelling, too.
record Restored(JsonNode schema, boolean respelled) {
    private static final String REQUIRED = "required";
    private static final String PROPERTIES = "properties";

    static Restored of(JsonNode arrived) {
        if (!isRespelled(arrived)) {
            return new Restored(arrived, false);
        }
        JsonNode schema = CamelKeys.of(arrived);
        Keywords.eachSchema(schema, Restored::restoreTexts);
        return new Restored(schema, true);
    }

    private static boolean isRespelled(JsonNode schema) {
        AtomicBoolean found = new AtomicBoolean();
        Keywords.eachSchema(
                schema,
                part -> {
                    if (part.propertyNames().stream().anyMatch(Keywords::isSpoilt)
                            || requiresUnknown(part)) {
                        found.set(true);
                    }
                });
        return found.get();
    }

    /// Keys are respelled and texts are not, so that `required` may name what `properties` no longer has.
    private static boolean requiresUnknown(ObjectNode schema) {
        JsonNode properties = schema.path(PROPERTIES);
        return schema.path(REQUIRED)
                .valueStream()
                .map(name -> name.asString(""))
                .anyMatch(name -> !properties.has(name) && properties.has(CamelKeys.snake(name)));
    }

    private static void restoreTexts(ObjectNode schema) {
        if (schema.path(REQUIRED) instanceof ArrayNode required) {
            schema.set(REQUIRED, withoutDefaulted(required, schema.path(PROPERTIES)));
        }
        if (schema.path("dependentRequired") instanceof ObjectNode dependent) {
            dependent.forEachEntry((name, names) -> dependent.set(name, names(names)));
        }
        if (schema.path("$ref").isString()) {
            schema.put("$ref", CamelKeys.camel(schema.path("$ref").asString()));
        }
    }

    /// The clients' schema library calls a property required because its handler will always see it; callers may leave it
    /// out where it has a default.
    private static ArrayNode withoutDefaulted(ArrayNode required, JsonNode properties) {
        ArrayNode kept = JsonNodeFactory.instance.arrayNode();
        for (JsonNode name : names(required)) {
            if (!properties.path(name.asString("")).has("default")) {
                kept.add(name);
            }
        }
        return kept;
    }

    private static JsonNode names(JsonNode names) {
        ArrayNode restored = JsonNodeFactory.instance.arrayNode();
        names.forEach(
                name -> {
                    if (name.isString()) {
                        restored.add(CamelKeys.camel(name.asString()));
                    } else {
                        restored.add(name);
                    }
                });
        return restored;
    }
}
