package dev.waybill.server.attempt;

import dev.waybill.protocol.outbound.AttemptStatus;
import dev.waybill.server.provider.Exchanged;
import dev.waybill.server.store.Database;
import dev.waybill.server.store.StoreException;
import dev.waybill.server.store.Tx;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Puts down what a provider said. It is known nowhere else, so a store that is busy, or away for a while, is asked again.
final class Keeping {
    private static final Logger LOG = LoggerFactory.getLogger(Keeping.class);
    private static final Duration KEEP = Duration.ofHours(1);
    private static final long LONGEST_PAUSE = 1000;

    private final Database database;
    private final InstantSource clock;
    private final Book book;
    private final Verdicts verdicts;

    Keeping(Database database, InstantSource clock, Book book, Verdicts verdicts) {
        this.database = database;
        this.clock = clock;
        this.book = book;
        this.verdicts = verdicts;
    }

    /// What comes next, by what is on record now.
    interface Step {
        State after(Instant now, State state);
    }

    void keep(Attempt attempt, String holder, List<Exchanged> exchanges, Step step)
            throws InterruptedException {
        long begun = System.nanoTime();
        for (long pause = 20; true; pause = Math.min(LONGEST_PAUSE, pause * 2)) {
            try {
                database.write(tx -> put(tx, attempt, holder, exchanges, step));
                return;
            } catch (StoreException e) {
                if (!e.retryable() || System.nanoTime() - begun > KEEP.toNanos()) {
                    throw e;
                }
                Thread.sleep(ThreadLocalRandom.current().nextLong(pause / 2, pause));
            }
        }
    }

    private boolean put(
            Tx tx, Attempt attempt, String holder, List<Exchanged> exchanges, Step step) {
        Instant now = clock.instant();
        String lane = attempt.order().lane();
        Attempt current = book.attempts().find(tx, attempt.id()).orElse(attempt);
        State state = current.state();
        boolean ours = state.claimedBy(holder);
        if (!ours && (state.status() != AttemptStatus.UNKNOWN || state.claim() != null)) {
            LOG.atWarn()
                    .addKeyValue("delivery", attempt.id())
                    .log("What became of an attempt comes too late; somebody else is at it");
            return false;
        }
        State next = step.after(now, state);
        book.lanes().leave(tx, lane, holder, verdicts.laneFree(next, now));
        if (!ours && !next.status().settled()) {
            return false;
        }
        return next.status() == state.status()
                ? let(tx, current, next, exchanges)
                : book.change(tx, current, next, exchanges);
    }

    /// Nothing has come of it; only what was exchanged is put down.
    private boolean let(Tx tx, Attempt current, State next, List<Exchanged> exchanges) {
        book.note(tx, current, exchanges);
        return book.hold(tx, current, next);
    }
}
