package dev.waybill.server.action;

import dev.waybill.protocol.action.ActionError;
import dev.waybill.protocol.action.ActionErrorCode;
import dev.waybill.protocol.action.ActionResult;
import dev.waybill.protocol.action.CompleteInvocation;
import dev.waybill.protocol.action.InvocationStatus;
import dev.waybill.protocol.json.Json;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What came out of an invocation, and how long it took if the handler says so.
record Result(
        @Nullable JsonNode output,
        @Nullable ActionError error,
        @Nullable Long durationMs,
        @Nullable ObjectNode metadata) {
    static final String DENIAL = "action.denied";

    /// What clients in JavaScript say when they, and not their handler, refuse; they give no code.
    private static final String DENIED = "Action denied";

    /// The server's own words for failures that may be over by the next call.
    private static final Set<String> PASSING =
            Set.of("handler_unavailable", "never_dispatched_expired");

    static Result of(JsonNode output) {
        return new Result(output, null, null, null);
    }

    static Result of(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Output(var output) -> of(output);
            case Outcome.Failure(var error) -> failed(handlers(error));
        };
    }

    static Result of(CompleteInvocation said, KeptInvocation kept) {
        String error = said.error();
        return new Result(
                said.output(),
                error == null ? null : error(said, error, kept),
                said.durationMs(),
                said.metadata());
    }

    /// As it is on record.
    static Result of(ActionResult settled) {
        return switch (settled) {
            case ActionResult.Completed(var _, var _, var output, var metadata) ->
                    new Result(output, null, null, metadata);
            case ActionResult.Failed(var _, var _, var error) -> failed(error);
        };
    }

    static Result failed(ActionError error) {
        return new Result(null, error, null, null);
    }

    /// One of the server's own words.
    static Result failed(String word) {
        return failed(
                new ActionError(
                        ActionErrorCode.HANDLER_FAILED, word, null, PASSING.contains(word)));
    }

    InvocationStatus status() {
        return error == null ? InvocationStatus.COMPLETED : InvocationStatus.FAILED;
    }

    /// The type of the event it is told as.
    String type() {
        if (error == null) {
            return "action.completed";
        }
        return error.code() == ActionErrorCode.PERMISSION_DENIED ? DENIAL : "action.failed";
    }

    /// What is told of an invocation that it ends.
    ObjectNode event(KeptInvocation kept, long tookMs) {
        ObjectNode data = Json.emptyObject();
        data.put("invocation_id", kept.id().value());
        data.put("action_name", kept.invocation().actionName());
        data.put("caller_name", kept.invocation().callerName());
        data.put("status", status().wire());
        data.set("output", error == null ? output : null);
        data.put("error", error == null ? null : error.message());
        data.put("duration_ms", tookMs);
        if (error != null) {
            addError(data, error);
        }
        return data;
    }

    private static void addError(ObjectNode data, ActionError error) {
        data.put("error_code", error.code().wire());
        if (error.retryable() != null) {
            data.put("retryable", error.retryable());
        }
        if (error.code() == ActionErrorCode.PERMISSION_DENIED) {
            data.put("reason", error.message());
        }
    }

    private static ActionError handlers(String words) {
        return new ActionError(ActionErrorCode.HANDLER_FAILED, words, null, null);
    }

    private static ActionError error(CompleteInvocation said, String words, KeptInvocation kept) {
        ActionErrorCode code =
                Objects.requireNonNullElseGet(
                        said.errorCode(),
                        () ->
                                isDenial(words, kept)
                                        ? ActionErrorCode.PERMISSION_DENIED
                                        : ActionErrorCode.HANDLER_FAILED);
        return new ActionError(code, words, said.details(), said.retryable());
    }

    private static boolean isDenial(String words, KeptInvocation kept) {
        return words.equals(DENIED)
                || words.equals(
                        kept.invocation().callerName()
                                + " is not permitted to call "
                                + kept.invocation().actionName()
                                + ".");
    }
}
