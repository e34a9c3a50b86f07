package dev.waybill.server.attempt;

import dev.waybill.protocol.json.Json;
import dev.waybill.server.provider.Operation;
import dev.waybill.server.refusal.Facts;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.schema.JsonSchemas;
import dev.waybill.server.schema.Violation;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Holds the input of operations against their schemas, before anything is asked of a provider.
final class Inputs {
    /// What carries text, and may not be blank where it is required.
    private static final List<String> TEXTS = List.of("body", "text");

    private final JsonSchemas schemas = new JsonSchemas();

    /// A JSON object, or a refusal.
    static ObjectNode object(String name, @Nullable JsonNode value) {
        if (value == null || value.isNull()) {
            throw new Refusal(
                    Reason.INVALID_REQUEST, "body must have required property '" + name + "'");
        }
        if (value instanceof ObjectNode object) {
            return object;
        }
        throw new Refusal(Reason.INVALID_REQUEST, "expected object");
    }

    void check(Operation operation, ObjectNode input) {
        for (String name : TEXTS) {
            if (required(operation, name)) {
                requireText(operation, input, name);
            }
        }
        List<Violation> violations = schemas.of(operation.inputSchema()).violations(input);
        if (!violations.isEmpty()) {
            ArrayNode details = details(violations);
            throw new Refusal(
                    Reason.INVALID_INPUT, words(operation, details.get(0)), Facts.at(details));
        }
    }

    /// What was sent as text, as the operation takes it: the two names for text stand for each other.
    static ObjectNode spelled(Operation operation, ObjectNode payload) {
        Optional<String> own = TEXTS.stream().filter(name -> declared(operation, name)).findFirst();
        ObjectNode input = payload.deepCopy();
        own.ifPresent(
                name -> {
                    String other = name.equals("body") ? "text" : "body";
                    if (!declared(operation, other) && input.has(other) && !input.has(name)) {
                        input.set(name, input.remove(other));
                    }
                });
        return input;
    }

    private static boolean declared(Operation operation, String name) {
        return operation.inputSchema().path("properties").has(name);
    }

    private static boolean required(Operation operation, String name) {
        for (JsonNode one : operation.inputSchema().path("required")) {
            if (one.asString().equals(name)) {
                return true;
            }
        }
        return false;
    }

    private static void requireText(Operation operation, ObjectNode input, String name) {
        JsonNode text = input.path(name);
        boolean missing = text.isMissingNode() || text.isNull();
        if (missing || (text.isString() && text.asString().isBlank())) {
            String words = operation.name() + " requires input." + name;
            ArrayNode details = JsonNodeFactory.instance.arrayNode();
            details.add(detail("/" + name, missing ? "required" : "minLength", words));
            throw new Refusal(Reason.INVALID_INPUT, words, Facts.at(details));
        }
    }

    private static ArrayNode details(List<Violation> violations) {
        ArrayNode details = JsonNodeFactory.instance.arrayNode();
        for (Violation violation : violations) {
            String property = violation.property();
            details.add(
                    detail(
                            property == null ? violation.path() : violation.path() + "/" + property,
                            violation.keyword() == null ? "schema" : violation.keyword(),
                            violation.message()));
        }
        return details;
    }

    private static ObjectNode detail(String path, String keyword, String message) {
        return Json.emptyObject().put("path", path).put("keyword", keyword).put("message", message);
    }

    private static String words(Operation operation, JsonNode first) {
        String path = first.path("path").asString();
        return "invalid input for "
                + operation.name()
                + (path.isEmpty() ? "" : " at " + path)
                + ": "
                + first.path("message").asString();
    }
}
