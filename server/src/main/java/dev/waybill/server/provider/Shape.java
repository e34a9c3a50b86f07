package dev.waybill.server.provider;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import tools.jackson.databind.node.ObjectNode;

/// Reads the schemas that providers write down as text.
public final class Shape {
    private static final Json JSON = new Json(JsonLimits.DEFAULTS);

    private Shape() {}

    public static ObjectNode of(String schema) {
        return (ObjectNode) JSON.tree(schema);
    }

    /// What an operation without any input takes.
    public static ObjectNode nothing() {
        return of("{\"type\":\"object\",\"additionalProperties\":false,\"properties\":{}}");
    }
}
