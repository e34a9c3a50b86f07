package dev.waybill.server.mcp.tool;

import dev.waybill.protocol.action.ActionError;
import dev.waybill.protocol.action.ActionErrorCode;
import dev.waybill.protocol.action.ActionResult;
import dev.waybill.protocol.action.Invocation;
import dev.waybill.protocol.json.Json;
import dev.waybill.server.mcp.Outcome;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// How an action ended, for a host: the envelope as data, and words where a model has to do something.
final class ResultEnvelope {
    private final Json json;

    ResultEnvelope(Json json) {
        this.json = json;
    }

    /// What the data of every action's tool looks like. `ok` is missing as long as the action is still under way.
    static ObjectNode schema() {
        ObjectNode schema = Json.emptyObject().put("type", "object");
        ObjectNode properties = schema.putObject("properties");
        describe(
                properties,
                "ok",
                "boolean",
                "Whether the action was done; missing while it is under way.");
        describe(properties, "action", "string", "The name of the action.");
        describe(properties, "invocationId", "string", "The id of this call.");
        properties.putObject("output").put("description", "What came of it.");
        describe(properties, "metadata", "object", "What the handler says beside it.");
        describe(properties, "status", "string", "How far it is, while it is under way.");
        ObjectNode error = properties.putObject("error").put("type", "object");
        ObjectNode parts = error.putObject("properties");
        ObjectNode code = parts.putObject("code").put("type", "string");
        for (ActionErrorCode each : ActionErrorCode.values()) {
            code.withArray("enum").add(each.wire());
        }
        parts.putObject("message").put("type", "string");
        parts.putObject("details");
        parts.putObject("retryable").put("type", "boolean");
        error.putArray("required").add("code").add("message");
        schema.putArray("required").add("action").add("invocationId");
        return schema;
    }

    Outcome of(Invocation invocation) {
        return switch (invocation.result()) {
            case ActionResult.Completed done -> Outcome.data(json.toTree(done));
            case ActionResult.Failed failed ->
                    new Outcome(List.of(text(words(failed.error()))), tree(failed), true);
            case null -> underWay(invocation);
        };
    }

    /// The result is not lost: it comes to the mailbox, and may be asked for.
    private static Outcome underWay(Invocation invocation) {
        String id = invocation.invocationId().value();
        ObjectNode data =
                Json.emptyObject()
                        .put("action", invocation.actionName())
                        .put("invocationId", id)
                        .put("status", invocation.status().wire());
        String words =
                "%s is still under way (invocation %s). Its result will come to your inbox; get_invocation with action \"%s\" and invocation_id \"%s\" shows it, too. Do not call it again for the same thing."
                        .formatted(invocation.actionName(), id, invocation.actionName(), id);
        return new Outcome(List.of(text(words)), data, false);
    }

    private static String words(ActionError error) {
        String details = error.details() == null ? "" : " Details: " + error.details() + ".";
        return error.code().wire()
                + ": "
                + sentence(error.message())
                + details
                + " "
                + advice(error);
    }

    private static String advice(ActionError error) {
        return switch (error.code()) {
            case VALIDATION_FAILED -> "Mend the input and call again.";
            case NOT_FOUND -> "actions.list shows the actions you may call.";
            case PERMISSION_DENIED -> "You may not do this; calling again changes nothing.";
            case HANDLER_FAILED ->
                    Boolean.TRUE.equals(error.retryable())
                            ? "It may be called again later."
                            : "Calling it again in the same way will hardly help.";
        };
    }

    private ObjectNode tree(ActionResult result) {
        JsonNode tree = json.toTree(result);
        return tree instanceof ObjectNode object ? object : Json.emptyObject();
    }

    private static ObjectNode text(String words) {
        return Json.emptyObject().put("type", "text").put("text", words);
    }

    private static String sentence(String words) {
        return words.endsWith(".") ? words : words + ".";
    }

    private static void describe(ObjectNode properties, String name, String type, String words) {
        properties.putObject(name).put("type", type).put("description", words);
    }
}
