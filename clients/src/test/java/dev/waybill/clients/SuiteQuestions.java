package dev.waybill.clients;

import dev.waybill.protocol.json.Json;
import dev.waybill.server.mcp.Question;
import tools.jackson.databind.node.ObjectNode;

/// What the tools of the conformance suite ask a host for.
final class SuiteQuestions {
    private SuiteQuestions() {}

    static Question elicit(String key, String message, ObjectNode schema) {
        ObjectNode params = Json.emptyObject().put("message", message);
        params.set("requestedSchema", schema);
        return new Question(key, "elicitation/create", params);
    }

    static Question elicit(String key, String message, String field, String type) {
        return elicit(key, message, SuiteTexts.field(field, type));
    }

    static Question sample(String key, String prompt, int maxTokens) {
        ObjectNode params = Json.emptyObject();
        params.putArray("messages")
                .addObject()
                .put("role", "user")
                .set("content", SuiteTexts.words(prompt));
        params.put("maxTokens", maxTokens);
        return new Question(key, "sampling/createMessage", params);
    }

    static Question roots(String key) {
        return new Question(key, "roots/list", Json.emptyObject());
    }
}
