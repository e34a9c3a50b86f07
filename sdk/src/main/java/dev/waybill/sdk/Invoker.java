package dev.waybill.sdk;

import dev.waybill.protocol.action.Invocation;
import dev.waybill.protocol.action.InvokeAction;
import dev.waybill.protocol.id.InvocationId;
import java.time.Duration;

/// Calls actions as one agent and waits for their results, over as many requests as that takes.
final class Invoker {
    /// How long one request waits at most: whatever stands between here and the server may not allow for much more.
    private static final Duration ONE_WAIT = Duration.ofSeconds(25);

    private static final Duration GRACE = Duration.ofSeconds(10);
    private static final Duration SHORTEST = Duration.ofMillis(20);
    private static final Duration LONGEST = Duration.ofSeconds(1);

    private final Api api;

    Invoker(Api api) {
        this.api = api;
    }

    <O> ActionResult<O> invoke(ActionCall call, Class<O> output) {
        Deadline deadline = new Deadline(call.timeout());
        Call request =
                Call.post("actions", call.action(), "invoke")
                        .with(new InvokeAction(call.input()))
                        .once(call.idempotencyKey());
        Api.Reply reply = patiently(request, deadline);
        if (!reply.ok()) {
            return Envelopes.refused(call.action(), reply);
        }
        Invocation made = Wire.convert(reply.data(), Invocation.class);
        return made.result() == null
                ? poll(call.action(), made.invocationId(), deadline, output)
                : Envelopes.opened(made.result(), output);
    }

    <O> ActionResult<O> await(
            String action, InvocationId invocation, Duration timeout, Class<O> output) {
        return poll(action, invocation, new Deadline(timeout), output);
    }

    private <O> ActionResult<O> poll(
            String action, InvocationId id, Deadline deadline, Class<O> output) {
        Call request = Call.get("actions", action, "invocations", id.value());
        Backoff backoff = new Backoff(SHORTEST, LONGEST);
        while (true) {
            Api.Reply reply = patiently(request, deadline);
            if (!reply.ok()) {
                return Envelopes.refused(action, reply);
            }
            Invocation known = Wire.convert(reply.data(), Invocation.class);
            if (known.result() != null) {
                return Envelopes.opened(known.result(), output);
            }
            if (!deadline.pause(backoff.next())) {
                return Envelopes.overdue(known);
            }
        }
    }

    /// The answer, or the refusal of a call; asks again while the server cannot be reached. The key makes that harmless.
    private Api.Reply patiently(Call request, Deadline deadline) {
        Backoff backoff = Backoff.of(api.endpoint().options());
        while (true) {
            RelayException trouble;
            try {
                Duration wait = shorter(deadline.left(), ONE_WAIT);
                Api.Reply reply =
                        api.within(wait.plus(GRACE))
                                .reply(request.where("wait", wait.toMillis() + "ms"));
                if (reply.ok() || Envelopes.isRefusal(reply)) {
                    return reply;
                }
                trouble = Api.refusal(request, reply);
            } catch (RelayException e) {
                trouble = e;
            }
            if (!trouble.retryable() || !deadline.pause(backoff.next())) {
                throw unsure(trouble, request);
            }
        }
    }

    private static RelayException unsure(RelayException trouble, Call request) {
        return trouble.retryable() && request.key() != null
                ? new RelayException(
                        trouble.code(),
                        trouble.getMessage()
                                + "; it may be called again with the idempotency key "
                                + request.key(),
                        trouble)
                : trouble;
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
