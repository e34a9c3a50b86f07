package dev.waybill.sdk;

import dev.waybill.protocol.action.ActionError;
import dev.waybill.protocol.action.ActionErrorCode;
import dev.waybill.protocol.action.CompleteInvocation;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Asks the server about calls and tells it their results, again and again until it answers.
final class Reports {
    private static final Logger LOG = System.getLogger(Reports.class.getName());
    private static final String UNKNOWN = "invocation_not_found";

    private final Api api;

    Reports(Api api) {
        this.api = api;
    }

    /// Who made the call; null when there is nothing to do any more.
    @Nullable ActionCaller caller(Order order) throws InterruptedException {
        if (order.caller().isObject()) {
            return ActionCaller.of(order.caller(), order.callerName());
        }
        try {
            JsonNode kept = patiently(call(order));
            return kept.path("completed_at").isString()
                    ? null
                    : ActionCaller.of(kept.path("caller"), Wire.text(kept.path("caller_name")));
        } catch (RelayException e) {
            LOG.log(Level.DEBUG, "{0} is not handled: {1}", order.id(), e.getMessage());
            return null;
        }
    }

    /// Returns when the server has it, or has one already. What it does not take becomes a failure, so that nobody waits for
    /// ever.
    void send(Order order, CompleteInvocation result) throws InterruptedException {
        try {
            complete(order, result);
        } catch (RelayException e) {
            if (e.code().equals(UNKNOWN)) {
                LOG.log(Level.DEBUG, "{0} has a result already", order.id());
            } else {
                LOG.log(
                        Level.WARNING,
                        "the result of {0} was not taken: {1}",
                        order.id(),
                        e.getMessage());
                insist(order, String.valueOf(e.getMessage()));
            }
        }
    }

    private void insist(Order order, String why) throws InterruptedException {
        try {
            complete(
                    order,
                    CompleteInvocation.failed(
                            new ActionError(
                                    ActionErrorCode.HANDLER_FAILED,
                                    "The result was not taken: " + why,
                                    null,
                                    false)));
        } catch (RelayException e) {
            LOG.log(Level.DEBUG, "{0} stays without a result: {1}", order.id(), e.getMessage());
        }
    }

    private void complete(Order order, CompleteInvocation result) throws InterruptedException {
        patiently(
                Call.post("actions", order.action(), "invocations", order.id().value(), "complete")
                        .with(result));
    }

    private static Call call(Order order) {
        return Call.get("actions", order.action(), "invocations", order.id().value());
    }

    /// Throws what no later attempt can mend.
    private JsonNode patiently(Call call) throws InterruptedException {
        Backoff backoff = Backoff.of(api.endpoint().options());
        while (true) {
            try {
                return api.ask(call);
            } catch (RelayException e) {
                if (e.code().equals(RelayException.CLOSED)) {
                    throw new InterruptedException(e.getMessage());
                }
                if (!e.retryable()) {
                    throw e;
                }
            }
            Thread.sleep(backoff.next());
        }
    }
}
