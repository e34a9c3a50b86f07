package dev.waybill.server.attempt;

import dev.waybill.protocol.outbound.AttemptStatus;
import dev.waybill.server.delivery.Waits;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.Database;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// Waits until something has become of an attempt.
final class Patient {
    private static final Duration USUAL = Duration.ofSeconds(15);

    private final Database database;
    private final InstantSource clock;
    private final Book book;
    private final Lookup lookup;

    Patient(Database database, InstantSource clock, Book book, Lookup lookup) {
        this.database = database;
        this.clock = clock;
        this.book = book;
        this.lookup = lookup;
    }

    /// How long a caller waits that asked for so many milliseconds.
    static Duration time(@Nullable Integer waitMs) {
        return time(waitMs, USUAL);
    }

    static Duration time(@Nullable Integer waitMs, Duration otherwise) {
        if (waitMs == null) {
            return otherwise;
        }
        if (waitMs < 0 || waitMs > Waits.LONGEST.toMillis()) {
            throw new Refusal(
                    Reason.INVALID_REQUEST,
                    "waitMs is not from 0 to " + Waits.LONGEST.toMillis() + ": " + waitMs);
        }
        return Duration.ofMillis(waitMs);
    }

    /// The attempt as it is when something is known of it, or when the time is over. `lookedUp` waits for what is looked
    /// up as well.
    Attempt await(Attempt attempt, Duration time, boolean lookedUp, BooleanSupplier wanted) {
        if (time.isZero()) {
            return attempt;
        }
        Instant deadline = clock.instant().plus(time);
        long end = System.nanoTime() + time.toNanos();
        try (Waits<String>.Place place = book.waits().enter(attempt.id())) {
            Attempt now = again(attempt);
            while (!known(now, lookedUp, deadline) && place.goOn(end, wanted)) {
                now = again(now);
            }
            return now;
        }
    }

    private Attempt again(Attempt attempt) {
        return database.read(tx -> book.attempts().find(tx, attempt.id())).orElse(attempt);
    }

    private boolean known(Attempt attempt, boolean lookedUp, Instant deadline) {
        State state = attempt.state();
        if (state.status().settled() || state.pendingApproval()) {
            return true;
        }
        if (state.status() == AttemptStatus.UNKNOWN) {
            return (state.dueAt() == null && state.claim() == null)
                    || (!lookedUp && !runsAgain(attempt));
        }
        return state.dueAt() != null && state.dueAt().isAfter(deadline);
    }

    /// It is called again by itself, because that does no harm.
    private boolean runsAgain(Attempt attempt) {
        return lookup.find(attempt.order())
                .map(
                        spot ->
                                Harm.none(
                                        spot.operation().idempotence(),
                                        attempt.state(),
                                        clock.instant()))
                .orElse(false);
    }
}
