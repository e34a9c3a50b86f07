package dev.waybill.sdk;

import dev.waybill.protocol.action.ActionError;
import dev.waybill.protocol.action.ActionErrorCode;
import dev.waybill.protocol.action.CompleteInvocation;
import dev.waybill.sdk.schema.Misfit;
import dev.waybill.sdk.schema.Records;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Objects;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Does one call: reads the input, asks the policy, lets the handler work, and puts what became of it into an envelope.
final class Performance<I, O extends @Nullable Object> {
    private static final Logger LOG = System.getLogger(Performance.class.getName());
    private static final int LONGEST = 1000;

    private final ActionDefinition<I, O> definition;

    Performance(ActionDefinition<I, O> definition) {
        this.definition = definition;
    }

    /// Throws only when it was interrupted; what that means is for others to say.
    CompleteInvocation of(JsonNode given, ActionContext context) throws InterruptedException {
        I input;
        try {
            input = Records.read(given, definition.inputType());
        } catch (Misfit e) {
            return failed(
                    ActionErrorCode.VALIDATION_FAILED,
                    "The input of \"%s\" is not valid: %s".formatted(definition, e.getMessage()),
                    details(e),
                    false);
        }
        try {
            return switch (definition.policy().decide(input, context)) {
                case Policy.Denied(var reason, var details) ->
                        failed(ActionErrorCode.PERMISSION_DENIED, reason, json(details), false);
                case Policy.Allowed _ ->
                        completed(definition.handler().handle(input, context), context);
            };
        } catch (InterruptedException e) {
            throw e;
        } catch (ActionFailure e) {
            return failed(e);
        } catch (Throwable e) {
            return failed(context, e);
        }
    }

    /// The handler threw that.
    CompleteInvocation failed(ActionContext context, Throwable e) {
        LOG.log(Level.WARNING, definition + " failed for " + context.invocationId(), e);
        return failed(ActionErrorCode.HANDLER_FAILED, words(e), null, maySucceedLater(e));
    }

    /// As the server words what does not fit.
    static ArrayNode details(Misfit misfit) {
        ArrayNode all = JsonNodeFactory.instance.arrayNode();
        all.addObject().put("path", misfit.pointer()).put("message", misfit.reason());
        return all;
    }

    private static CompleteInvocation completed(@Nullable Object output, ActionContext context) {
        return new CompleteInvocation(
                output == null ? null : Records.tree(output),
                null,
                null,
                null,
                null,
                null,
                context.metadata().isEmpty()
                        ? null
                        : (ObjectNode) Records.tree(context.metadata()));
    }

    private static CompleteInvocation failed(ActionFailure e) {
        return failed(ActionErrorCode.HANDLER_FAILED, words(e), json(e.details()), e.isRetryable());
    }

    private static CompleteInvocation failed(
            ActionErrorCode code, String message, @Nullable JsonNode details, boolean retryable) {
        return CompleteInvocation.failed(new ActionError(code, message, details, retryable));
    }

    /// In words where it cannot be written otherwise: the failure must be told all the same.
    private static @Nullable JsonNode json(@Nullable Object details) {
        try {
            return details == null ? null : Records.tree(details);
        } catch (JacksonException _) {
            return JsonNodeFactory.instance.stringNode(String.valueOf(details));
        }
    }

    private static String words(Throwable e) {
        String message =
                Objects.requireNonNullElseGet(e.getMessage(), () -> e.getClass().getSimpleName());
        return message.length() > LONGEST ? message.substring(0, LONGEST) : message;
    }

    private static boolean maySucceedLater(Throwable e) {
        return switch (e) {
            case RelayException relay -> relay.retryable();
            case IOException _, UncheckedIOException _, TimeoutException _ -> true;
            case InterruptedException _ -> true;
            default -> false;
        };
    }
}
