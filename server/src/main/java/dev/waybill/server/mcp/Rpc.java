package dev.waybill.server.mcp;

import dev.waybill.protocol.json.Json;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The JSON-RPC messages of the server.
final class Rpc {
    private Rpc() {}

    static ObjectNode result(JsonNode id, ObjectNode result) {
        ObjectNode message = message();
        message.set("id", id);
        message.set("result", result);
        return message;
    }

    static ObjectNode error(@Nullable JsonNode id, RpcFault fault) {
        ObjectNode message = message();
        message.set("id", id == null ? JsonNodeFactory.instance.nullNode() : id);
        ObjectNode error = message.putObject("error");
        error.put("code", fault.code().number()).put("message", fault.message());
        ObjectNode data = fault.data();
        if (data != null) {
            error.set("data", data);
        }
        return message;
    }

    static ObjectNode notice(String method, ObjectNode params) {
        ObjectNode message = message().put("method", method);
        if (!params.isEmpty()) {
            message.set("params", params);
        }
        return message;
    }

    static ObjectNode request(String id, String method, ObjectNode params) {
        ObjectNode message = message().put("id", id).put("method", method);
        message.set("params", params);
        return message;
    }

    private static ObjectNode message() {
        return Json.emptyObject().put("jsonrpc", "2.0");
    }
}
