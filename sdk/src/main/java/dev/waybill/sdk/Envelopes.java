package dev.waybill.sdk;

import dev.waybill.protocol.action.ActionError;
import dev.waybill.protocol.action.ActionErrorCode;
import dev.waybill.protocol.action.Invocation;
import dev.waybill.protocol.id.InvocationId;
import dev.waybill.protocol.json.Json;
import dev.waybill.sdk.schema.Misfit;
import dev.waybill.sdk.schema.Records;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.NullNode;

/// Results as they travel, turned into those that are handed out.
final class Envelopes {
    private static final String INVOCATION = "invocation_id";

    private Envelopes() {}

    static <O> ActionResult<O> opened(
            dev.waybill.protocol.action.ActionResult result, Class<O> type) {
        return switch (result) {
            case dev.waybill.protocol.action.ActionResult.Completed done -> completed(done, type);
            case dev.waybill.protocol.action.ActionResult.Failed(var action, var id, var error) ->
                    new ActionResult.Failed<>(action, id, error);
        };
    }

    /// Whether the server refused a call, rather than a request: then there is a record of it.
    static boolean isRefusal(Api.Reply reply) {
        return !reply.error().path(INVOCATION).asString("").isEmpty();
    }

    static <O> ActionResult<O> refused(String action, Api.Reply reply) {
        JsonNode error = reply.error();
        return failed(
                action,
                new InvocationId(error.path(INVOCATION).asString("")),
                new ActionError(
                        code(reply.status()),
                        error.path("message").asString("no reason given"),
                        error.has("details") ? error.path("details") : null,
                        error.path("retryable").asBoolean(reply.status() >= 500)));
    }

    /// Nobody waits any longer, while the call goes on.
    static <O> ActionResult<O> overdue(Invocation open) {
        return failed(
                open.actionName(),
                open.invocationId(),
                new ActionError(
                        ActionErrorCode.HANDLER_FAILED,
                        "There is no result yet; the call goes on.",
                        Json.emptyObject().put("status", open.status().wire()),
                        true));
    }

    private static <O> ActionResult<O> completed(
            dev.waybill.protocol.action.ActionResult.Completed done, Class<O> type) {
        JsonNode output = done.output() == null ? NullNode.getInstance() : done.output();
        Map<String, Object> metadata =
                done.metadata() == null ? Map.of() : Wire.map(done.metadata());
        try {
            O value = type.isInstance(output) ? type.cast(output) : Records.read(output, type);
            if (value != null) {
                return new ActionResult.Completed<>(
                        done.action(), done.invocationId(), value, metadata);
            }
            return unexpected(done, "there is none", null);
        } catch (Misfit e) {
            return unexpected(done, String.valueOf(e.getMessage()), Performance.details(e));
        }
    }

    private static <O> ActionResult<O> unexpected(
            dev.waybill.protocol.action.ActionResult.Completed done,
            String why,
            @Nullable JsonNode details) {
        return failed(
                done.action(),
                done.invocationId(),
                new ActionError(
                        ActionErrorCode.HANDLER_FAILED,
                        "The output of %s is not what was expected: %s"
                                .formatted(done.action(), why),
                        details,
                        false));
    }

    private static <O> ActionResult<O> failed(String action, InvocationId id, ActionError error) {
        return new ActionResult.Failed<>(action, id, error);
    }

    private static ActionErrorCode code(int status) {
        return switch (status) {
            case 400, 422 -> ActionErrorCode.VALIDATION_FAILED;
            case 403 -> ActionErrorCode.PERMISSION_DENIED;
            case 404 -> ActionErrorCode.NOT_FOUND;
            default -> ActionErrorCode.HANDLER_FAILED;
        };
    }
}
