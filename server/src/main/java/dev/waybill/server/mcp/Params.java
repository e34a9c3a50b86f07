package dev.waybill.server.mcp;

import dev.waybill.protocol.json.Json;
import java.util.HashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Reads the parameters of a request; what does not fit is the host's fault.
final class Params {
    private Params() {}

    static String text(ObjectNode params, String name) {
        JsonNode value = params.get(name);
        if (value == null || !value.isString()) {
            throw RpcFault.invalid(name + " is not a text");
        }
        return value.stringValue();
    }

    /// Empty when it is left out.
    static ObjectNode object(ObjectNode params, String name) {
        return switch (params.get(name)) {
            case null -> Json.emptyObject();
            case ObjectNode object -> object;
            default -> throw RpcFault.invalid(name + " is not an object");
        };
    }

    static Map<String, String> texts(ObjectNode params, String name) {
        ObjectNode object = object(params, name);
        Map<String, String> texts = HashMap.newHashMap(object.size());
        object.propertyNames().forEach(key -> texts.put(key, text(object, key)));
        return texts;
    }
}
