package dev.waybill.server.http.openapi;

import dev.waybill.protocol.json.Json;
import dev.waybill.server.http.route.ErrorCode;
import dev.waybill.server.http.route.Role;
import dev.waybill.server.http.route.Route;
import dev.waybill.server.http.route.RouteTable;
import java.util.Arrays;
import java.util.Locale;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Writes the route table as an OpenAPI 3.1 document.
final class OpenApi {
    private OpenApi() {}

    static ObjectNode document(RouteTable table, String version, Json json) {
        Schemas schemas = new Schemas(json);
        ObjectNode document = JsonNodeFactory.instance.objectNode().put("openapi", "3.1.0");
        ObjectNode info =
                document.putObject("info").put("title", "Waybill").put("version", version);
        info.put("summary", "A self-hosted relay for AI agents.");
        info.putObject("license").put("name", "Apache 2.0").put("identifier", "Apache-2.0");
        document.putArray("servers").addObject().put("url", "/");
        ArrayNode tags = document.putArray("tags");
        ObjectNode paths = document.putObject("paths");
        for (RouteTable.Section section : table.sections()) {
            tags.addObject().put("name", section.title());
            section.routes().forEach(route -> addOperation(paths, route, section.title(), schemas));
        }
        addComponents(document.putObject("components"), schemas);
        return document;
    }

    private static void addOperation(ObjectNode paths, Route route, String tag, Schemas schemas) {
        ObjectNode path =
                paths.get(route.path().toString()) instanceof ObjectNode known
                        ? known
                        : paths.putObject(route.path().toString());
        path.set(
                route.method().name().toLowerCase(Locale.ROOT),
                new OperationObject(schemas).of(route, tag));
    }

    private static void addComponents(ObjectNode components, Schemas schemas) {
        ObjectNode definitions = schemas.definitions();
        definitions.set(OperationObject.ERROR_SCHEMA, errorSchema());
        definitions.set(OperationObject.PLAIN_ERROR_SCHEMA, plainErrorSchema());
        components.set("schemas", definitions);
        ObjectNode schemes = components.putObject("securitySchemes");
        for (Role role : Role.values()) {
            schemes.putObject(OperationObject.securityScheme(role))
                    .put("type", "http")
                    .put("scheme", "bearer")
                    .put("description", "The " + role.credential() + ".");
        }
    }

    private static ObjectNode errorSchema() {
        ObjectNode error = JsonNodeFactory.instance.objectNode().put("type", "object");
        error.putArray("required").add("ok").add("error");
        ObjectNode properties = error.putObject("properties");
        properties.putObject("ok").put("const", false);
        ObjectNode fault = properties.putObject("error").put("type", "object");
        fault.putArray("required").add("code").add("message");
        ObjectNode parts = fault.putObject("properties");
        ArrayNode codes = parts.putObject("code").put("type", "string").putArray("enum");
        Arrays.stream(ErrorCode.values()).map(ErrorCode::wire).forEach(codes::add);
        parts.putObject("message").put("type", "string");
        parts.putObject("details").put("description", "Where exactly the fault is, if known.");
        parts.putObject("retryable")
                .put("type", "boolean")
                .put("description", "Whether the same request may succeed later, if known.");
        parts.putObject("invocation_id")
                .put("type", "string")
                .put("description", "The call of an action that is on record for this refusal.");
        return error;
    }

    private static ObjectNode plainErrorSchema() {
        ObjectNode error = JsonNodeFactory.instance.objectNode().put("type", "object");
        error.putArray("required").add("error").add("code").add("retryable");
        ObjectNode properties = error.putObject("properties");
        properties.putObject("error").put("type", "string");
        properties.putObject("code").put("type", "string");
        properties.putObject("retryable").put("type", "boolean");
        properties.putObject("details");
        properties.putObject("deliveryId").put("type", "string");
        properties.putObject("retryAfterMs").put("type", "integer");
        return error;
    }
}
