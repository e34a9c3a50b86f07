package dev.waybill.server.provider.github;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonFault;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.server.outbound.HttpAnswer;
import dev.waybill.server.provider.Evidence;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/// An answer of GitHub; what is not JSON has no content.
record Reply(HttpAnswer answer, JsonNode content) {
    private static final Json JSON = new Json(new JsonLimits(2 << 20, 64, 64));

    static Reply of(HttpAnswer answer) {
        return new Reply(answer, tree(answer.body()));
    }

    static JsonNode tree(String text) {
        try {
            return text.isBlank() ? MissingNode.getInstance() : JSON.tree(text);
        } catch (JsonFault _) {
            return MissingNode.getInstance();
        }
    }

    static String text(JsonNode tree) {
        return JSON.text(tree);
    }

    int status() {
        return answer.status();
    }

    boolean successful() {
        return answer.successful();
    }

    /// The id of what the answer shows, if it shows anything.
    Optional<Long> id() {
        JsonNode id = content.path("id");
        return id.isIntegralNumber() && id.canConvertToLong()
                ? Optional.of(id.longValue())
                : Optional.empty();
    }

    String text(String field) {
        return content.path(field).asString("");
    }

    Evidence evidence() {
        return Evidence.of(answer.status(), answer.header("x-github-request-id").orElse(null));
    }
}
