package dev.waybill.server.attempt;

import dev.waybill.protocol.outbound.AttemptStatus;
import dev.waybill.server.provider.Evidence;
import dev.waybill.server.provider.Exchanged;
import dev.waybill.server.provider.Finding;
import dev.waybill.server.provider.Job;
import dev.waybill.server.provider.Outcome;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.Database;
import dev.waybill.server.store.Tx;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Runs attempts, one call at a time: claims one, has the provider called, and puts down what became of it.
final class Runs {
    private static final Logger LOG = LoggerFactory.getLogger(Runs.class);

    private final Database database;
    private final InstantSource clock;
    private final Book book;
    private final Lookup lookup;
    private final Jobs jobs;
    private final Rulings rulings;
    private final Verdicts verdicts;
    private final Keeping keeping;

    Runs(AttemptSet.Workings workings) {
        this.database = workings.supplies().database();
        this.clock = workings.supplies().clock();
        this.book = workings.book();
        this.lookup = workings.lookup();
        this.jobs = workings.jobs();
        this.rulings = workings.rulings();
        this.verdicts = workings.verdicts();
        this.keeping = new Keeping(workings.supplies().database(), clock, book, verdicts);
    }

    /// Does what is due for the attempt, if it is still due and nobody else is at it.
    void run(String id, State.Claim claim) throws InterruptedException {
        Optional<Attempt> claimed = database.write(tx -> claim(tx, id, claim));
        if (claimed.isEmpty()) {
            return;
        }
        Attempt attempt = claimed.get();
        if (attempt.status() == AttemptStatus.UNKNOWN) {
            look(attempt, claim.holder());
        } else {
            call(attempt, claim.holder());
        }
    }

    private Optional<Attempt> claim(Tx tx, String id, State.Claim claim) {
        Instant now = clock.instant();
        Attempt attempt = book.attempts().find(tx, id).orElse(null);
        if (attempt == null || notDue(attempt, now)) {
            return Optional.empty();
        }
        if (!book.attempts().wanted(tx, attempt.workspace(), now)) {
            drop(tx, attempt, now);
            return Optional.empty();
        }
        String lane = attempt.order().lane();
        if (!book.lanes().take(tx, lane, claim, now)) {
            return Optional.empty();
        }
        Optional<Attempt> claimed =
                attempt.status() == AttemptStatus.UNKNOWN
                        ? claimUnknown(tx, attempt, claim, now)
                        : claimQueued(tx, attempt, claim, now);
        if (claimed.isEmpty()) {
            book.lanes().leave(tx, lane, claim.holder(), now);
        }
        return claimed;
    }

    /// Nothing is done any more for a workspace that is gone.
    private void drop(Tx tx, Attempt attempt, Instant now) {
        State state = attempt.state();
        if (state.status() == AttemptStatus.QUEUED) {
            book.change(tx, attempt, state.cancelled(now), List.of());
        } else {
            book.hold(tx, attempt, state.letGo(null, now));
        }
    }

    private static boolean notDue(Attempt attempt, Instant now) {
        Instant due = attempt.state().dueAt();
        return due == null || due.isAfter(now);
    }

    private Optional<Attempt> claimQueued(Tx tx, Attempt attempt, State.Claim claim, Instant now) {
        State next = attempt.state().inFlight(claim, now);
        return book.change(tx, attempt, next, List.of())
                ? Optional.of(attempt.changed(next))
                : Optional.empty();
    }

    /// What does no harm is called again; of the rest it is looked up what became of it.
    private Optional<Attempt> claimUnknown(Tx tx, Attempt attempt, State.Claim claim, Instant now) {
        boolean harmless =
                lookup.find(attempt.order())
                        .map(
                                spot ->
                                        Harm.none(
                                                spot.operation().idempotence(),
                                                attempt.state(),
                                                now))
                        .orElse(false);
        if (harmless) {
            book.change(tx, attempt, attempt.state().queuedAgain(now), List.of());
            return Optional.empty();
        }
        State next = attempt.state().lookedInto(claim, now);
        return book.hold(tx, attempt, next) ? Optional.of(attempt.changed(next)) : Optional.empty();
    }

    private void call(Attempt attempt, String holder) throws InterruptedException {
        Job job;
        try {
            job = ready(attempt);
        } catch (Refusal e) {
            keeping.keep(
                    attempt,
                    holder,
                    List.of(),
                    (now, state) -> state.failed(Fault.of(e), Evidence.NONE, now));
            return;
        } catch (RuntimeException e) {
            unprepared(attempt, e);
            keeping.keep(attempt, holder, List.of(), verdicts::notBegun);
            return;
        }
        Outcome outcome = outcome(job);
        keeping.keep(
                attempt,
                holder,
                job.wire().exchanges(),
                (now, state) -> verdicts.after(job, outcome, state, now));
    }

    /// Refuses what rules have come to forbid while it waited.
    private Job ready(Attempt attempt) {
        Job job = jobs.prepare(attempt);
        rulings.allowed(attempt.order().asker(), job.handle(), spot(job));
        return job;
    }

    /// Nothing has left the server yet.
    private static void unprepared(Attempt attempt, RuntimeException e) {
        LOG.atWarn()
                .addKeyValue("delivery", attempt.id())
                .addKeyValue("reason", e.toString())
                .log("An attempt could not be made ready; it is tried later");
    }

    private Outcome outcome(Job job) throws InterruptedException {
        try {
            return spot(job).provider().invoke(job);
        } catch (RuntimeException e) {
            LOG.atError()
                    .addKeyValue("delivery", job.deliveryId())
                    .addKeyValue("operation", job.operation().name())
                    .setCause(e)
                    .log("A provider failed");
            return Verdicts.broken(job);
        }
    }

    private void look(Attempt attempt, String holder) throws InterruptedException {
        Job job;
        try {
            job = jobs.prepare(attempt);
        } catch (Refusal _) {
            keeping.keep(attempt, holder, List.of(), (now, state) -> state.letGo(null, now));
            return;
        } catch (RuntimeException e) {
            unprepared(attempt, e);
            keeping.keep(attempt, holder, List.of(), verdicts::notLooked);
            return;
        }
        Finding finding = finding(job);
        List<Exchanged> exchanges = job.wire().exchanges();
        keeping.keep(
                attempt, holder, exchanges, (now, state) -> verdicts.after(finding, state, now));
    }

    private Finding finding(Job job) throws InterruptedException {
        try {
            return spot(job).provider().reconcile(job);
        } catch (RuntimeException e) {
            LOG.atError()
                    .addKeyValue("delivery", job.deliveryId())
                    .setCause(e)
                    .log("A provider could not look up what became of an attempt");
            return new Finding.Unknowable();
        }
    }

    private Spot spot(Job job) {
        return lookup.provider(job.handle().provider())
                .map(provider -> new Spot(provider, job.surface(), job.operation()))
                .orElseThrow(() -> new IllegalStateException("the provider is gone"));
    }
}
