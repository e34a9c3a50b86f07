package dev.waybill.server.attempt;

import dev.waybill.server.store.Database;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Tx;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/// Forgets attempts to which nothing has happened for long and nothing will by itself, with everything that was exchanged for
/// them, and lanes that nobody uses. What nobody has agreed to for as long is withdrawn first.
public final class AttemptSweep {
    private static final int PAGE = 200;

    /// The rest is left for the next time: others wait for their turn to sweep.
    private static final int MOST_PAGES = 100;

    /// Nobody is made to rest for longer.
    private static final Duration QUIET = Duration.ofHours(2);

    private final Database database;
    private final InstantSource clock;
    private final Book book;
    private final SweepTable table = new SweepTable();

    AttemptSweep(AttemptSet.Workings workings) {
        this.database = workings.supplies().database();
        this.clock = workings.supplies().clock();
        this.book = workings.book();
    }

    public void sweep(Duration retention) {
        Instant now = clock.instant();
        Instant oldest = now.minus(retention);
        pages(tx -> table.undecided(tx, oldest, 1), tx -> withdraw(tx, oldest, now));
        pages(tx -> table.ended(tx, oldest, 1), tx -> forget(tx, oldest));
        Instant quiet = now.minus(QUIET);
        pages(tx -> table.lanes(tx, quiet, 1), tx -> leave(tx, quiet));
    }

    /// Looks first, so that whoever writes waits only if there is something to do.
    private void pages(Function<ReadTx, List<String>> look, Consumer<Tx> away) {
        for (int i = 0; i < MOST_PAGES && !database.read(look::apply).isEmpty(); i++) {
            database.write(
                    tx -> {
                        away.accept(tx);
                        return true;
                    });
        }
    }

    private void withdraw(Tx tx, Instant oldest, Instant now) {
        for (String id : table.undecided(tx, oldest, PAGE)) {
            book.attempts()
                    .find(tx, id)
                    .ifPresent(
                            attempt ->
                                    book.change(
                                            tx,
                                            attempt,
                                            attempt.state().cancelled(now),
                                            List.of()));
        }
    }

    private void forget(Tx tx, Instant oldest) {
        table.ended(tx, oldest, PAGE).forEach(id -> table.forget(tx, id, oldest));
    }

    private void leave(Tx tx, Instant quiet) {
        table.lanes(tx, quiet, PAGE).forEach(lane -> table.forgetLane(tx, lane, quiet));
    }
}
