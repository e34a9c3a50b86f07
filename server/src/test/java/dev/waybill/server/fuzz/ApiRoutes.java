package dev.waybill.server.fuzz;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/// Every route of a server, as it describes them itself in `/openapi.json`, so that new ones are met without being
/// asked for.
record ApiRoutes(List<Operation> all, JsonNode document) {
    private static final Json JSON = new Json(JsonLimits.STORED);
    private static final Pattern PARAMETER = Pattern.compile("([^/]+)/\\{([^}]+)}");

    static ApiRoutes of(ApiClient client) {
        JsonNode document = JSON.tree(client.send(Attack.get("/openapi.json", null)).text());
        List<Operation> all = new ArrayList<>();
        document.path("paths")
                .forEachEntry(
                        (path, methods) ->
                                methods.forEachEntry(
                                        (method, operation) ->
                                                all.add(operation(method, path, operation))));
        return new ApiRoutes(List.copyOf(all), document);
    }

    /// Those that answer and are done.
    List<Operation> api() {
        return all.stream()
                .filter(route -> route.path().startsWith("/v1/") && !route.isLive())
                .toList();
    }

    boolean has(String method, String path) {
        return all.stream().anyMatch(o -> o.method().equals(method) && o.path().equals(path));
    }

    /// What the body of a route looks like, with its reference followed; missing where it takes none.
    JsonNode body(Operation route) {
        return resolved(
                route.description()
                        .path("requestBody")
                        .path("content")
                        .path("application/json")
                        .path("schema"));
    }

    JsonNode resolved(JsonNode schema) {
        String reference = schema.path("$ref").asString("");
        return reference.isEmpty() ? schema : resolved(document.at(reference.substring(1)));
    }

    private static Operation operation(String method, String path, JsonNode description) {
        return new Operation(method.toUpperCase(Locale.ROOT), path, description);
    }

    /// One line of the route table.
    record Operation(String method, String path, JsonNode description) {
        /// The collections whose members the path names, such as `channels`, in their order.
        List<String> collections() {
            return PARAMETER.matcher(path).results().map(found -> found.group(1)).toList();
        }

        /// The path with each parameter filled by what the collection before it is mapped to.
        String filled(UnaryOperator<String> values) {
            return PARAMETER
                    .matcher(path)
                    .replaceAll(
                            found ->
                                    Matcher.quoteReplacement(
                                            found.group(1) + "/" + values.apply(found.group(1))));
        }

        List<String> query() {
            List<String> names = new ArrayList<>();
            for (JsonNode parameter : description.path("parameters")) {
                if (parameter.path("in").asString("").equals("query")) {
                    names.add(parameter.path("name").asString(""));
                }
            }
            return names;
        }

        /// Whether a token of this kind is let in, such as `agent_token`; routes open to anyone admit all.
        boolean admits(String scheme) {
            JsonNode security = description.path("security");
            if (security.isEmpty()) {
                return true;
            }
            for (JsonNode one : security) {
                if (one.has(scheme)) {
                    return true;
                }
            }
            return false;
        }

        /// Whether the answer has no end.
        boolean isLive() {
            return description.at("/responses/200/content").has("text/event-stream");
        }

        boolean isOpen() {
            return description.path("security").isEmpty();
        }

        boolean takesBody() {
            return description.has("requestBody");
        }

        @Override
        public String toString() {
            return method + " " + path;
        }
    }
}
