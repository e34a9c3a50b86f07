package dev.waybill.server.http.openapi;

import dev.waybill.protocol.json.Json;
import dev.waybill.server.http.route.Access;
import dev.waybill.server.http.route.Method;
import dev.waybill.server.http.route.PathTemplate.Segment;
import dev.waybill.server.http.route.Role;
import dev.waybill.server.http.route.Route;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Makes up a `curl` command for each route, with the fields its body must have.
final class Examples {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final ObjectNode document;
    private final Json json;

    Examples(ObjectNode document, Json json) {
        this.document = document;
        this.json = json;
    }

    String curl(Route route) {
        StringBuilder command = new StringBuilder("curl ");
        if (route.method() != Method.GET) {
            command.append("-X ").append(route.method()).append(' ');
        }
        command.append("\"$WAYBILL_URL").append(place(route)).append('"');
        if (route.access() instanceof Access.AnyOf(var roles, var _)) {
            command.append(" \\\n  -H \"Authorization: Bearer $")
                    .append(variable(roles.iterator().next()))
                    .append('"');
        }
        body(route)
                .ifPresent(
                        body ->
                                command.append(" \\\n  -H \"Content-Type: application/json\"")
                                        .append(" \\\n  -d '")
                                        .append(body)
                                        .append('\''));
        return command.toString();
    }

    private static String place(Route route) {
        return route.path().segments().stream()
                .map(
                        segment ->
                                switch (segment) {
                                    case Segment.Literal(var text) -> "/" + text;
                                    case Segment.Parameter(var name) ->
                                            "/$" + name.toUpperCase(Locale.ROOT);
                                })
                .collect(Collectors.joining());
    }

    private static String variable(Role role) {
        return role.credential().toUpperCase(Locale.ROOT).replace(' ', '_');
    }

    private Optional<String> body(Route route) {
        JsonNode schema =
                document.path("paths")
                        .path(route.path().toString())
                        .path(route.method().name().toLowerCase(Locale.ROOT))
                        .path("requestBody")
                        .path("content")
                        .path("application/json")
                        .path("schema");
        return schema.isMissingNode() ? Optional.empty() : Optional.of(json.text(sample(schema)));
    }

    private JsonNode sample(JsonNode schema) {
        JsonNode known = resolved(schema);
        if (known.has("enum")) {
            return known.get("enum").get(0);
        }
        return switch (known.path("type").asString("")) {
            case "object" -> object(known);
            case "array" -> NODES.arrayNode().add(sample(known.path("items")));
            case "integer", "number" -> NODES.numberNode(1);
            case "boolean" -> NODES.booleanNode(true);
            case "string" -> NODES.stringNode(text(known));
            default -> NODES.objectNode();
        };
    }

    private ObjectNode object(JsonNode schema) {
        ObjectNode object = NODES.objectNode();
        for (JsonNode required : schema.path("required")) {
            String name = required.asString();
            object.set(name, sample(schema.path("properties").path(name)));
        }
        return object;
    }

    private static String text(JsonNode schema) {
        return schema.path("format").asString("").equals("date-time")
                ? "2026-01-01T00:00:00Z"
                : "…";
    }

    private JsonNode resolved(JsonNode schema) {
        String reference = schema.path("$ref").asString("");
        return reference.isEmpty() ? schema : document.at(reference.substring(1));
    }
}
