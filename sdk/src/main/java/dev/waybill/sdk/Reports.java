package dev.waybill.sdk;

import dev.waybill.protocol.action.ActionError;
import dev.waybill.protocol.action.ActionErrorCode;
import dev.waybill.protocol.action.CompleteInvocation;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Asks the server about calls and tells it their results, again and again until it answers.
final class Reports {
    private static final Logger LOG = System.getLogger(Reports.class.getName());
    private static final String UNKNOWN = "invocation_not_found";

    private final Api api;
    private volatile boolean ended;

    Reports(Api api) {
        this.api = api;
    }

    /// From now on an interrupt means that this side is closed, and nothing is tried again.
    void end() {
        ended = true;
    }

    boolean ended() {
        return ended;
    }

    /// Forgets an interrupt that does not mean that this side is closed.
    void forgetInterrupt() {
        if (!ended && Thread.interrupted()) {
            LOG.log(Level.DEBUG, "an interrupt is passed over: nothing is closed");
        }
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

    /// Throws what no later attempt can mend, and an [InterruptedException] when this side is closed.
    private JsonNode patiently(Call call) throws InterruptedException {
        Backoff backoff = Backoff.of(api.endpoint().options());
        while (true) {
            try {
                return api.ask(call);
            } catch (RelayException e) {
                if (!e.retryable()) {
                    throw e;
                }
                if (ended) {
                    throw new InterruptedException(e.getMessage());
                }
                forgetInterrupt();
            }
            pause(backoff.next());
        }
    }

    private void pause(Duration time) throws InterruptedException {
        try {
            Thread.sleep(time);
        } catch (InterruptedException e) {
            if (ended) {
                throw e;
            }
        }
    }
}
