package dev.waybill.server.mcp;

import dev.waybill.server.http.route.Answer;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The HTTP answers that are no streams.
final class Answers {
    private static final String JSON = "application/json";

    private Answers() {}

    static Answer json(int status, String text) {
        return new Answer.Raw(status, JSON, text, Map.of());
    }

    static Answer json(ObjectNode message, Map<String, String> headers) {
        return new Answer.Raw(200, JSON, message.toString(), headers);
    }

    /// A notification or an answer was taken; there is nothing to say.
    static Answer accepted() {
        return new Answer.Raw(202, null, "", Map.of());
    }

    static Answer fault(@Nullable JsonNode id, RpcFault fault) {
        return json(fault.status(), Rpc.error(id, fault).toString());
    }
}
