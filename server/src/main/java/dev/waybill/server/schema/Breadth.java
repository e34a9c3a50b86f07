package dev.waybill.server.schema;

import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// How many schemas are held against one and the same value. References make that more than there are schemas: forty of
/// them, each asked for twice by the one before, are asked for a million million times.
final class Breadth {
    static final int MOST = 2000;

    /// These hold schemas for the same value; all others are for parts of it.
    private static final Set<String> SAME_VALUE =
            Set.of("allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas");

    private final JsonNode root;
    private final IdentityHashMap<JsonNode, Integer> known = new IdentityHashMap<>();

    private Breadth(JsonNode root) {
        this.root = root;
    }

    /// Refuses a schema that is wider than that, with an [IllegalArgumentException].
    static void check(JsonNode root) {
        Breadth breadth = new Breadth(root);
        Keywords.eachSchema(
                root,
                schema -> {
                    if (breadth.of(schema) > MOST) {
                        throw new IllegalArgumentException(
                                "too complicated: more than " + MOST + " schemas for one value");
                    }
                });
    }

    private int of(JsonNode schema) {
        if (!(schema instanceof ObjectNode object)) {
            return 1;
        }
        Integer before = known.putIfAbsent(schema, 1);
        if (before != null) {
            return before;
        }
        int sum = 1;
        for (Map.Entry<String, JsonNode> entry : object.properties()) {
            sum = Math.min(MOST + 1, sum + under(entry.getKey(), entry.getValue()));
        }
        known.put(schema, sum);
        return sum;
    }

    private int under(String keyword, JsonNode value) {
        if (keyword.equals("$ref") && value.isString()) {
            return target(value.asString());
        }
        if (!SAME_VALUE.contains(keyword)) {
            return 0;
        }
        if (value.isArray() || keyword.equals("dependentSchemas")) {
            int sum = 0;
            for (JsonNode part : value) {
                sum = Math.min(MOST + 1, sum + of(part));
            }
            return sum;
        }
        return of(value);
    }

    /// Anchors are names for what is counted where it stands.
    private int target(String reference) {
        String path = reference.substring(1);
        return path.isEmpty() || path.startsWith("/") ? of(root.at(JsonPointer.compile(path))) : 1;
    }
}
