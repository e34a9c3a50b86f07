package dev.waybill.server.http.openapi;

import dev.waybill.server.http.route.Access;
import dev.waybill.server.http.route.Contract.Input;
import dev.waybill.server.http.route.Contract.Output;
import dev.waybill.server.http.route.ErrorCode;
import dev.waybill.server.http.route.Role;
import dev.waybill.server.http.route.Route;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Writes one route as an OpenAPI operation.
final class OperationObject {
    static final String ERROR_SCHEMA = "Error";
    static final String PLAIN_ERROR_SCHEMA = "PlainError";

    private final Schemas schemas;
    private final ObjectNode operation = JsonNodeFactory.instance.objectNode();

    OperationObject(Schemas schemas) {
        this.schemas = schemas;
    }

    ObjectNode of(Route route, String tag) {
        operation.put("operationId", id(route)).put("summary", route.contract().summary());
        operation.putArray("tags").add(tag);
        addSecurity(route.access());
        addParameters(route);
        addBody(route.contract().input());
        ObjectNode responses = operation.putObject("responses");
        addSuccess(responses, route.contract().output(), route.plain());
        addErrors(responses, route);
        return operation;
    }

    static String securityScheme(Role role) {
        return role.credential().replace(' ', '_');
    }

    private static String id(Route route) {
        String words = route.path().toString().replaceAll("\\W+", "_").replaceAll("_$", "");
        return route.method().name().toLowerCase(Locale.ROOT) + words;
    }

    private void addSecurity(Access access) {
        ArrayNode security = operation.putArray("security");
        if (access instanceof Access.AnyOf(var roles, var _)) {
            roles.forEach(role -> security.addObject().putArray(securityScheme(role)));
        }
    }

    private void addParameters(Route route) {
        ArrayNode parameters = operation.putArray("parameters");
        for (String name : route.path().parameters()) {
            addParameter(parameters, name, "path").put("required", true);
        }
        for (var query : route.contract().query()) {
            addParameter(parameters, query.name(), "query").put("description", query.meaning());
        }
    }

    private static ObjectNode addParameter(ArrayNode parameters, String name, String place) {
        ObjectNode parameter = parameters.addObject().put("name", name).put("in", place);
        parameter.putObject("schema").put("type", "string");
        return parameter;
    }

    private void addBody(Input input) {
        switch (input) {
            case Input.None _ -> {}
            case Input.Required(var type) -> addBody(type, true);
            case Input.Accepted(var type) -> addBody(type, false);
            case Input.Stream _ -> bytes(operation.putObject("requestBody").put("required", true));
        }
    }

    private void addBody(Class<?> type, boolean required) {
        ObjectNode body = operation.putObject("requestBody").put("required", required);
        json(body).set("schema", schemas.reference(type));
    }

    private void addSuccess(ObjectNode responses, Output output, boolean plain) {
        ObjectNode response =
                responses
                        .putObject(Integer.toString(output.status()))
                        .put("description", "Success");
        switch (output) {
            case Output.Empty _ -> {}
            case Output.Done _ -> json(response).set("schema", envelope());
            case Output.Data(var _, var type) when plain ->
                    json(response).set("schema", schemas.reference(type));
            case Output.Data(var _, var type) -> {
                ObjectNode envelope = envelope();
                envelope.withArray("required").add("data");
                envelope.withObject("properties").set("data", schemas.reference(type));
                json(response).set("schema", envelope);
            }
            case Output.Document(var contentType) ->
                    response.putObject("content").putObject(contentType);
            case Output.File _ -> bytes(response);
        }
    }

    private static void addErrors(ObjectNode responses, Route route) {
        TreeMap<Integer, List<String>> byStatus =
                route.possibleErrors().stream()
                        .collect(
                                Collectors.groupingBy(
                                        ErrorCode::status,
                                        TreeMap::new,
                                        Collectors.mapping(ErrorCode::wire, Collectors.toList())));
        byStatus.forEach(
                (status, codes) -> {
                    ObjectNode response =
                            responses
                                    .putObject(Integer.toString(status))
                                    .put("description", String.join(", ", codes));
                    json(response)
                            .putObject("schema")
                            .put(
                                    "$ref",
                                    "#/components/schemas/"
                                            + (route.plain() ? PLAIN_ERROR_SCHEMA : ERROR_SCHEMA));
                });
    }

    private static ObjectNode envelope() {
        ObjectNode envelope = JsonNodeFactory.instance.objectNode().put("type", "object");
        envelope.putArray("required").add("ok");
        envelope.putObject("properties").putObject("ok").put("const", true);
        return envelope;
    }

    private static void bytes(ObjectNode holder) {
        holder.putObject("content").putObject("application/octet-stream");
    }

    private static ObjectNode json(ObjectNode holder) {
        return holder.putObject("content").putObject("application/json");
    }
}
