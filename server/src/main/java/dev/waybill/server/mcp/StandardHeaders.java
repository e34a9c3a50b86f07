package dev.waybill.server.mcp;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Checks that the headers of a stateless request say what its body says: things between host and server decide by them.
final class StandardHeaders {
    private static final String PARAMETER = "x-mcp-header";

    private StandardHeaders() {}

    static void check(Visit visit, Incoming.Request request) {
        require("Mcp-Method", visit, request.method());
        String named =
                switch (request.method()) {
                    case "tools/call", "prompts/get" -> text(request.params(), "name");
                    case "resources/read" -> text(request.params(), "uri");
                    default -> null;
                };
        if (named != null) {
            require("Mcp-Name", visit, named);
        }
    }

    /// The arguments that a tool wants to see in headers, too.
    static void checkArguments(Visit visit, Tool tool, ObjectNode arguments) {
        if (!(tool.inputSchema().get("properties") instanceof ObjectNode properties)) {
            return;
        }
        for (var property : properties.properties()) {
            JsonNode header = property.getValue().get(PARAMETER);
            if (header != null && header.isString()) {
                checkArgument(
                        visit,
                        "Mcp-Param-" + header.stringValue(),
                        arguments.get(property.getKey()));
            }
        }
    }

    private static void checkArgument(Visit visit, String header, @Nullable JsonNode value) {
        if (value == null || value.isNull()) {
            if (visit.header(header).isPresent()) {
                throw mismatch(header + " is there and the argument is not");
            }
        } else if (value.isValueNode()) {
            require(header, visit, value.asString());
        }
    }

    private static void require(String header, Visit visit, String value) {
        Optional<String> given = visit.header(header).map(String::strip);
        if (given.isEmpty()) {
            throw mismatch("The header " + header + " is missing");
        }
        if (given.flatMap(HeaderText::decode).filter(value::equals).isEmpty()) {
            throw mismatch("The header " + header + " does not say what the body says");
        }
    }

    static RpcFault mismatch(String message) {
        return new RpcFault(RpcCode.HEADER_MISMATCH, message);
    }

    private static @Nullable String text(ObjectNode params, String name) {
        JsonNode value = params.get(name);
        return value != null && value.isString() ? value.stringValue() : null;
    }
}
