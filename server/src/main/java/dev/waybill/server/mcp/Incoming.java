package dev.waybill.server.mcp;

import dev.waybill.protocol.json.Json;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// One JSON-RPC message of a host.
sealed interface Incoming {
    /// Wants an answer.
    record Request(JsonNode id, String method, ObjectNode params) implements Incoming {}

    /// Wants none.
    record Notice(String method, ObjectNode params) implements Incoming {}

    /// Answers something that was asked; one of the two is there.
    record Reply(JsonNode id, @Nullable ObjectNode result, @Nullable ObjectNode error)
            implements Incoming {}

    static Incoming of(JsonNode message) {
        if (message.isArray()) {
            throw new RpcFault(RpcCode.INVALID_REQUEST, "Batches are not taken");
        }
        if (!message.isObject() || !text(message, "jsonrpc").equals("2.0")) {
            throw new RpcFault(RpcCode.INVALID_REQUEST, "This is no JSON-RPC 2.0 message");
        }
        if (!message.has("method")) {
            return reply(message);
        }
        String method = text(message, "method");
        if (method.isEmpty()) {
            throw new RpcFault(RpcCode.INVALID_REQUEST, "method is not a text");
        }
        return message.has("id")
                ? new Request(id(message), method, params(message))
                : new Notice(method, params(message));
    }

    /// The id to answer with, also where the rest cannot be read; null where there is none.
    static @Nullable JsonNode idOf(JsonNode message) {
        JsonNode id = message.get("id");
        return id != null && isId(id) ? id : null;
    }

    private static Reply reply(JsonNode message) {
        JsonNode result = message.get("result");
        JsonNode error = message.get("error");
        if (result instanceof ObjectNode object && error == null) {
            return new Reply(id(message), object, null);
        }
        if (error instanceof ObjectNode object && result == null) {
            return new Reply(id(message), null, object);
        }
        throw new RpcFault(
                RpcCode.INVALID_REQUEST, "Neither a method, nor a result, nor an error is there");
    }

    private static JsonNode id(JsonNode message) {
        JsonNode id = idOf(message);
        if (id == null) {
            throw new RpcFault(RpcCode.INVALID_REQUEST, "id is neither a text nor a whole number");
        }
        return id;
    }

    private static boolean isId(JsonNode id) {
        return id.isString() || id.isIntegralNumber();
    }

    private static ObjectNode params(JsonNode message) {
        return switch (message.get("params")) {
            case null -> Json.emptyObject();
            case ObjectNode object -> object;
            default -> throw RpcFault.invalid("params is not an object");
        };
    }

    private static String text(JsonNode message, String name) {
        JsonNode value = message.get(name);
        return value != null && value.isString() ? value.stringValue() : "";
    }
}
