package dev.waybill.server.mcp.tool;

import dev.waybill.protocol.json.Json;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The schema of an action's input as hosts take it: an object, without `oneOf`, `anyOf` or `allOf` at its top.
///
/// It may allow more than the action does. Whether the input is right is decided by the action's own schema, when it is
/// called.
record HostSchema(ObjectNode schema, boolean wrapped) {
    private static final String INPUT = "input";
    private static final List<String> CHOICES = List.of("oneOf", "anyOf", "allOf");
    private static final int MAX_DEPTH = 8;

    static HostSchema of(JsonNode input) {
        ObjectNode root = input instanceof ObjectNode object ? object : Json.emptyObject();
        ObjectNode whole = resolved(root, root, 0);
        return isObject(whole) ? new HostSchema(flat(whole, root), false) : wrapped(root);
    }

    /// What the action gets of what the tool got.
    JsonNode input(ObjectNode arguments) {
        return wrapped ? arguments.path(INPUT) : arguments;
    }

    /// Something other than an object becomes the only argument.
    private static HostSchema wrapped(ObjectNode root) {
        ObjectNode inner = root.deepCopy();
        ObjectNode schema = Json.emptyObject().put("type", "object");
        moveDefinitions(inner, schema);
        schema.putObject("properties").set(INPUT, inner);
        schema.putArray("required").add(INPUT);
        return new HostSchema(schema, true);
    }

    private static boolean isObject(ObjectNode schema) {
        JsonNode type = schema.get("type");
        if (type == null) {
            return true;
        }
        return type.isArray()
                ? type.valueStream().anyMatch(each -> each.asString("").equals("object"))
                : type.asString("").equals("object");
    }

    private static ObjectNode flat(ObjectNode whole, ObjectNode root) {
        ObjectNode flat = whole.deepCopy();
        flat.remove("$schema");
        flat.remove("$id");
        flat.put("type", "object");
        for (String choice : CHOICES) {
            JsonNode branches = flat.remove(choice);
            if (branches != null && branches.isArray()) {
                takeUp(flat, branches, choice.equals("allOf"), root);
            }
        }
        for (String condition : List.of("if", "then", "else", "not", "enum", "const")) {
            flat.remove(condition);
        }
        for (String definitions : List.of("$defs", "definitions")) {
            if (root.has(definitions) && !flat.has(definitions)) {
                flat.set(definitions, root.get(definitions).deepCopy());
            }
        }
        if (!flat.path("properties").isObject()) {
            flat.putObject("properties");
        }
        return flat;
    }

    /// What all branches ask for is asked for; of what only some know, everything may be given.
    private static void takeUp(ObjectNode flat, JsonNode branches, boolean all, ObjectNode root) {
        ObjectNode properties = flat.withObjectProperty("properties");
        @Nullable Set<String> shared = null;
        for (JsonNode branch : branches) {
            if (!(branch instanceof ObjectNode object)) {
                continue;
            }
            ObjectNode part = flat(resolved(object, root, 0), Json.emptyObject());
            part.path("properties")
                    .propertyStream()
                    .filter(each -> !properties.has(each.getKey()))
                    .forEach(each -> properties.set(each.getKey(), each.getValue()));
            Set<String> required = required(part);
            if (shared == null) {
                shared = required;
            } else if (all) {
                shared.addAll(required);
            } else {
                shared.retainAll(required);
            }
        }
        Set<String> together = required(flat);
        together.addAll(shared == null ? Set.of() : shared);
        flat.remove("required");
        if (!together.isEmpty()) {
            together.forEach(flat.putArray("required")::add);
        }
    }

    private static Set<String> required(ObjectNode schema) {
        Set<String> names = new LinkedHashSet<>();
        schema.path("required").forEach(name -> names.add(name.asString("")));
        return names;
    }

    /// A schema that only points at one of its own definitions is that definition.
    private static ObjectNode resolved(ObjectNode schema, ObjectNode root, int depth) {
        String reference = schema.path("$ref").asString("");
        if (!reference.startsWith("#/") || depth > MAX_DEPTH) {
            return schema;
        }
        if (!(root.at(reference.substring(1)) instanceof ObjectNode target)) {
            return schema;
        }
        ObjectNode merged = resolved(target, root, depth + 1).deepCopy();
        schema.propertyStream()
                .filter(each -> !each.getKey().equals("$ref"))
                .forEach(each -> merged.set(each.getKey(), each.getValue()));
        return merged;
    }

    private static void moveDefinitions(ObjectNode from, ObjectNode to) {
        for (String definitions : List.of("$defs", "definitions")) {
            JsonNode moved = from.remove(definitions);
            if (moved != null) {
                to.set(definitions, moved);
            }
        }
        from.remove("$schema");
    }
}
