package dev.waybill.server.attempt;

import dev.waybill.protocol.outbound.Idempotence;
import dev.waybill.server.provider.Evidence;
import dev.waybill.server.provider.Finding;
import dev.waybill.server.provider.Job;
import dev.waybill.server.provider.Outcome;
import dev.waybill.server.provider.ProviderFault;
import dev.waybill.server.refusal.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/// What comes after what a provider said. Nothing is called again that may have been done and cannot be done twice.
final class Verdicts {
    private final AttemptLimits limits;

    Verdicts(AttemptLimits limits) {
        this.limits = limits;
    }

    State after(Job job, Outcome outcome, State state, Instant now) {
        return switch (outcome) {
            case Outcome.Sent sent -> state.sent(sent, now);
            case Outcome.Refused refused -> refused(job, refused, state, now);
            case Outcome.Unclear(var message, var evidence) ->
                    state.unknown(
                            Fault.unclear(job.wire().kept(message)),
                            evidence,
                            look(job.operation().idempotence(), state, now),
                            now);
        };
    }

    State after(Finding finding, State state, Instant now) {
        return switch (finding) {
            case Finding.Done(var sent) -> state.sent(sent, now);
            case Finding.NotDone _ -> notDone(state, now);
            case Finding.Unknowable _ ->
                    state.letGo(
                            state.looks() < limits.maxLooks()
                                    ? now.plus(pause(state.looks()))
                                    : null,
                            now);
        };
    }

    /// Once is not enough: a provider that was slow may have come to it just after.
    private State notDone(State state, Instant now) {
        Instant since = state.missedAt() == null ? now : state.missedAt();
        Instant certain = since.plus(limits.certain());
        if (state.missedAt() == null || now.isBefore(certain)) {
            return state.missed(since, certain, now);
        }
        if (state.tries() < limits.maxTries()) {
            return state.queuedAgain(now);
        }
        return state.failed(
                new Fault(
                        Reason.PROVIDER_UNAVAILABLE,
                        "not done after " + state.tries() + " tries",
                        true,
                        null,
                        null),
                state.evidence(),
                now);
    }

    /// Its holder has not been heard of.
    State lost(@Nullable Idempotence idempotence, State state, Instant now) {
        return state.unknown(
                Fault.unclear("the server stopped before the provider answered"),
                state.evidence(),
                look(idempotence == null ? Idempotence.NONE : idempotence, state, now),
                now);
    }

    /// When the next call with the same credential may be made.
    Instant laneFree(State next, Instant now) {
        Instant free = now.plus(limits.spacing());
        Fault fault = next.fault();
        if (fault == null || fault.reason() != Reason.PROVIDER_RATE_LIMITED) {
            return free;
        }
        Duration asked = fault.retryAfter();
        Instant rested = asked == null ? next.dueAt() : now.plus(asked);
        return rested != null && rested.isAfter(free) ? rested : free;
    }

    /// Something in this server kept it from being called.
    State notBegun(Instant now, State state) {
        return state.notBegun(now.plus(pause(1)), now);
    }

    /// The same for looking.
    State notLooked(Instant now, State state) {
        return state.letGo(now.plus(pause(1)), now);
    }

    /// The code of a provider has failed; what was asked before that may have been done.
    static Outcome broken(Job job) {
        String words = job.handle().provider() + " could not be called: an error in the server";
        return job.wire().exchanges().isEmpty()
                ? Outcome.Refused.of(ProviderFault.REJECTED, words, Evidence.NONE)
                : new Outcome.Unclear(words, Evidence.NONE);
    }

    private State refused(Job job, Outcome.Refused refused, State state, Instant now) {
        Fault told = Fault.of(refused);
        Fault fault =
                new Fault(
                        told.reason(),
                        job.wire().kept(told.message()),
                        told.retryable(),
                        told.details(),
                        told.retryAfter());
        Idempotence idempotence = job.operation().idempotence();
        if (mayBeDone(refused) && !Harm.none(idempotence, state, now)) {
            return state.unknown(
                    fault.unclear(), refused.evidence(), look(idempotence, state, now), now);
        }
        if (!fault.retryable() || state.tries() >= limits.maxTries()) {
            return state.failed(fault, refused.evidence(), now);
        }
        Duration asked = fault.retryAfter();
        return state.putOff(
                fault,
                refused.evidence(),
                now.plus(asked == null ? pause(state.tries()) : asked),
                now);
    }

    /// A server, or one between, failed after it had the request; one that says when to come back has not taken it.
    private static boolean mayBeDone(Outcome.Refused refused) {
        Integer status = refused.evidence().providerStatus();
        return refused.fault() == ProviderFault.UNAVAILABLE
                && status != null
                && status >= 500
                && !(status == 503 && refused.retryAfter() != null);
    }

    private @Nullable Instant look(Idempotence idempotence, State state, Instant now) {
        return switch (Harm.left(idempotence, state, now)) {
            case NATURAL, PROVIDER_KEY ->
                    state.tries() < limits.maxTries() ? now.plus(pause(state.tries())) : null;
            case RECONCILE -> now.plus(limits.settle());
            case NONE -> null;
        };
    }

    private Duration pause(int times) {
        return limits.patience()
                .after(Math.max(1, times), ThreadLocalRandom.current().nextDouble());
    }
}
