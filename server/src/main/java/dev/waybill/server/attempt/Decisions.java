package dev.waybill.server.attempt;

import dev.waybill.protocol.outbound.ApprovalRequest;
import dev.waybill.protocol.outbound.ApprovalState;
import dev.waybill.protocol.outbound.AttemptStatus;
import dev.waybill.protocol.outbound.Idempotence;
import dev.waybill.protocol.outbound.RetryRequest;
import dev.waybill.server.attempt.Attempts.Answered;
import dev.waybill.server.refusal.Facts;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.Database;
import dev.waybill.server.store.Tx;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.BooleanSupplier;

/// What people and agents decide about attempts that are there: to try again, to withdraw, to agree, to refuse.
public final class Decisions {
    private final Database database;
    private final InstantSource clock;
    private final Book book;
    private final Lookup lookup;
    private final Rulings rulings;
    private final Patient patient;
    private final Sight sight;

    Decisions(AttemptSet.Workings workings) {
        this.database = workings.supplies().database();
        this.clock = workings.supplies().clock();
        this.book = workings.book();
        this.lookup = workings.lookup();
        this.rulings = workings.rulings();
        this.patient = workings.patient();
        this.sight = workings.sight();
    }

    public Answered retry(Asker caller, String id, RetryRequest request, BooleanSupplier wanted) {
        Duration time = Patient.time(request.waitMs());
        Attempt retried =
                database.write(
                        tx -> {
                            Attempt attempt = own(tx, caller, id);
                            State next = again(attempt, request.forced(), now());
                            return ruled(tx, attempt, next, caller);
                        });
        return Attempts.answer(patient.await(retried, time, true, wanted), false);
    }

    public Answered cancel(Asker caller, String id) {
        Attempt cancelled =
                database.write(
                        tx -> {
                            Attempt attempt = own(tx, caller, id);
                            if (attempt.status() != AttemptStatus.QUEUED) {
                                throw conflict(attempt, "only what is queued can be cancelled");
                            }
                            return changed(tx, attempt, attempt.state().cancelled(now()), caller);
                        });
        return kept(cancelled);
    }

    /// The provider is called now.
    public Answered approve(
            Asker caller, String id, ApprovalRequest request, BooleanSupplier wanted) {
        Duration time = Patient.time(request.waitMs(), Duration.ZERO);
        Attempt approved =
                database.write(
                        tx -> {
                            Attempt attempt = undecided(tx, caller, id);
                            allowed(tx, attempt.order());
                            State next =
                                    attempt.state()
                                            .decided(ApprovalState.APPROVED, caller.words(), now());
                            return changed(tx, attempt, next, caller);
                        });
        return Attempts.answer(patient.await(approved, time, false, wanted), false);
    }

    /// The provider is never called.
    public Answered refuse(Asker caller, String id, ApprovalRequest request) {
        String why = request.reason() == null ? "" : ": " + request.reason();
        Attempt refused =
                database.write(
                        tx -> {
                            Attempt attempt = undecided(tx, caller, id);
                            State next =
                                    attempt.state()
                                            .refused(
                                                    caller.words(),
                                                    "refused by " + caller.words() + why,
                                                    now());
                            return changed(tx, attempt, next, caller);
                        });
        return kept(refused);
    }

    private State again(Attempt attempt, boolean forced, Instant now) {
        State state = attempt.state();
        if (state.status() != AttemptStatus.FAILED && state.status() != AttemptStatus.UNKNOWN) {
            throw conflict(attempt, "only what failed, or is unknown, can be tried again");
        }
        if (state.claim() != null) {
            throw conflict(attempt, "it is being looked up what became of it");
        }
        Idempotence idempotence = idempotence(attempt);
        boolean failed = state.status() == AttemptStatus.FAILED;
        if (forced || (failed && !Harm.keyed(idempotence, state))) {
            return state.retried(now);
        }
        return switch (Harm.left(idempotence, state, now)) {
            case NATURAL, PROVIDER_KEY -> state.retried(now);
            case RECONCILE -> state.lookAgain(now);
            case NONE ->
                    throw conflict(
                            attempt, "it may have been done; force it if it may be done twice");
        };
    }

    private Idempotence idempotence(Attempt attempt) {
        return lookup.find(attempt.order())
                .map(spot -> spot.operation().idempotence())
                .orElse(Idempotence.NONE);
    }

    /// The rules are asked as for something new: what somebody agreed to once was agreed to once. What is only looked up
    /// needs nobody's word.
    private Attempt ruled(Tx tx, Attempt attempt, State next, Asker caller) {
        Permits.Verdict verdict = allowed(tx, attempt.order());
        if (caller.owner()
                || next.status() != AttemptStatus.QUEUED
                || !(verdict instanceof Permits.Verdict.Approve(var approvers))) {
            return changed(tx, attempt, next, caller);
        }
        book.attempts().approvers(tx, attempt.id(), approvers);
        return changed(tx, attempt.approvedBy(approvers), next.asked(now()), caller);
    }

    private Permits.Verdict allowed(Tx tx, Order order) {
        return lookup.find(order)
                .map(spot -> rulings.allowed(tx, order.asker(), order.handle(), spot))
                .orElseGet(Permits.Verdict.Allow::new);
    }

    private Attempt own(Tx tx, Asker caller, String id) {
        Attempt attempt = sight.require(tx, caller, id);
        if (!Sight.owns(caller, attempt.order())) {
            throw new Refusal(Reason.FORBIDDEN, id + " is not yours");
        }
        return attempt;
    }

    private Attempt undecided(Tx tx, Asker caller, String id) {
        Attempt attempt = sight.require(tx, caller, id);
        if (!sight.decides(tx, caller, attempt.order())) {
            throw new Refusal(Reason.FORBIDDEN, "it is not for you to agree to " + id);
        }
        if (attempt.status() != AttemptStatus.QUEUED || !attempt.state().pendingApproval()) {
            throw conflict(attempt, "it does not wait for approval");
        }
        return attempt;
    }

    private Attempt changed(Tx tx, Attempt attempt, State next, Asker caller) {
        if (!book.change(tx, attempt, next, caller.words())) {
            throw conflict(attempt, "it has just changed");
        }
        return attempt.changed(next);
    }

    private static Answered kept(Attempt attempt) {
        return new Answered.Kept(Shown.attempt(attempt, false, null), true);
    }

    private static Refusal conflict(Attempt attempt, String why) {
        return new Refusal(
                Reason.DELIVERY_STATE_CONFLICT,
                attempt.id() + " is " + attempt.status().wire() + ": " + why,
                Facts.attempted(null, false, attempt.id(), null));
    }

    private Instant now() {
        return clock.instant();
    }
}
