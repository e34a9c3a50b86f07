package dev.waybill.server.fuzz;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/// Makes bodies that a route takes, out of its schema and the names of a world.
final class Samples {
    private final ApiRoutes routes;
    private final World world;
    private final AtomicInteger fresh = new AtomicInteger();

    Samples(ApiRoutes routes, World world) {
        this.routes = routes;
        this.world = world;
    }

    /// The required fields of a route's body, each with a value in JSON.
    Map<String, String> required(ApiRoutes.Operation route) {
        JsonNode schema = routes.body(route);
        Map<String, String> fields = new LinkedHashMap<>();
        for (JsonNode name : schema.path("required")) {
            JsonNode field = schema.path("properties").path(name.asString());
            fields.put(name.asString(), value(name.asString(), field));
        }
        return fields;
    }

    /// Every field of a route's body, with a value in JSON.
    Map<String, String> all(ApiRoutes.Operation route) {
        Map<String, String> fields = new LinkedHashMap<>();
        routes.body(route)
                .path("properties")
                .forEachEntry((name, field) -> fields.put(name, value(name, field)));
        return fields;
    }

    static String object(Map<String, String> fields) {
        return fields.entrySet().stream()
                .map(field -> "\"" + field.getKey() + "\":" + field.getValue())
                .collect(Collectors.joining(",", "{", "}"));
    }

    /// The object with one field set.
    static String object(Map<String, String> fields, String name, String value) {
        Map<String, String> changed = new LinkedHashMap<>(fields);
        changed.put(name, value);
        return object(changed);
    }

    private String value(String name, JsonNode schema) {
        JsonNode known = routes.resolved(schema);
        if (known.has("enum")) {
            return known.path("enum").get(0).toString();
        }
        String type = type(known.path("type"));
        return switch (type) {
            case "object" -> "{}";
            case "array" -> "[" + value(name, known.path("items")) + "]";
            case "integer", "number" -> "3";
            case "boolean" -> "true";
            case "string" -> "\"" + word(name, known.path("format").asString("")) + "\"";
            default -> name.equals("messages") ? batchItem() : "{}";
        };
    }

    private static String type(JsonNode type) {
        return type.isArray() ? type.get(0).asString("") : type.asString("");
    }

    private String batchItem() {
        return "{\"channel\":\"" + world.member("channels") + "\",\"text\":\"in a batch\"}";
    }

    private String word(String name, String format) {
        if (format.equals("date-time")) {
            return "2036-01-01T00:00:00Z";
        }
        return switch (name) {
            case "name" -> "fresh-" + fresh.incrementAndGet();
            case "to", "agent_name", "participants" -> world.member("participants");
            case "handler_agent", "from" -> world.member("agents");
            case "handler_node" -> world.member("nodes");
            case "channel" -> world.member("channels");
            case "action_name" -> world.member("actions");
            case "emoji" -> "🎉";
            case "cli" -> "claude";
            case "type" -> "tool.called";
            case "content_type" -> "text/plain";
            case "events" -> "message.created";
            case "url" -> "http://127.0.0.1:9/x";
            default -> "words";
        };
    }
}
