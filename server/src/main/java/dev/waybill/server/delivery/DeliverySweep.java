package dev.waybill.server.delivery;

import dev.waybill.protocol.id.Snowflakes;
import dev.waybill.server.delivery.SweepTable.Waiting;
import dev.waybill.server.store.Database;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Tx;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/// Sends again what was put off until now, and gives up what has waited too long.
///
/// Every delivery is looked at once when its time is over: a cursor over the messages tells how far that has come.
public final class DeliverySweep {
    private static final int PAGE = 500;
    private static final String USUAL = "expiry";
    private static final String OWN = "own expiry";
    private static final Duration LATE = Duration.ofMinutes(1);

    private final Database database;
    private final Mailboxes mailboxes;
    private final DeliveryLimits limits;
    private final InstantSource clock;
    private final SweepTable table = new SweepTable();
    private final Expiry expiry;

    public DeliverySweep(
            Database database,
            Mailboxes mailboxes,
            DeliveryLimits limits,
            Outcomes outcomes,
            InstantSource clock) {
        this.database = database;
        this.mailboxes = mailboxes;
        this.limits = limits;
        this.clock = clock;
        this.expiry = new Expiry(mailboxes, outcomes, limits);
    }

    /// What was deferred until now, or failed and may be tried again, gets a new place and a new id.
    public void sendAgain() {
        Instant now = clock.instant();
        List<Waiting> due = database.read(tx -> table.due(tx, now, PAGE));
        if (!due.isEmpty()) {
            database.write(
                    tx -> {
                        table.due(tx, now, PAGE).forEach(waiting -> sendAgain(tx, waiting, now));
                        return due.size();
                    });
        }
    }

    public void giveUp() {
        Instant now = clock.instant();
        long horizon = Snowflakes.floorOf(now.minus(limits.timeToLive()));
        while (database.read(tx -> table.progress(tx, USUAL)) < horizon) {
            database.write(tx -> giveUp(tx, horizon, now));
        }
    }

    /// Those whose sender said how long they may take. Each is looked at for a while after its time, in case it was written
    /// late.
    public void giveUpExpired() {
        Instant now = clock.instant();
        boolean more = true;
        while (more) {
            more = database.read(tx -> worthWriting(tx, now)) && giveUpExpired(now);
        }
    }

    /// How far this has come is written now and then, so that no look begins long ago.
    private boolean worthWriting(ReadTx tx, Instant now) {
        return table.progress(tx, OWN) < now.minus(LATE).toEpochMilli()
                || !expired(tx, now).isEmpty();
    }

    private boolean giveUpExpired(Instant now) {
        return database.write(
                tx -> {
                    List<Waiting> expired = expired(tx, now);
                    expired.forEach(waiting -> expiry.giveUp(tx, waiting, now));
                    if (expired.size() < PAGE) {
                        table.progress(tx, OWN, now.toEpochMilli());
                    }
                    return expired.size() == PAGE;
                });
    }

    private List<Waiting> expired(ReadTx tx, Instant now) {
        Instant from = Instant.ofEpochMilli(table.progress(tx, OWN)).minus(LATE);
        return table.expired(tx, from, now, PAGE);
    }

    private void sendAgain(Tx tx, Waiting waiting, Instant now) {
        table.again(tx, waiting, now)
                .ifPresent(
                        seq ->
                                tx.afterCommit(
                                        () ->
                                                mailboxes.grown(
                                                        waiting.agent(), seq, waiting.urgent())));
    }

    private long giveUp(Tx tx, long horizon, Instant now) {
        List<Waiting> old = table.tooOld(tx, table.progress(tx, USUAL), horizon, PAGE);
        old.forEach(waiting -> expiry.giveUp(tx, waiting, now));
        long to = old.size() < PAGE ? horizon : old.getLast().message().value() - 1;
        table.progress(tx, USUAL, to);
        return to;
    }
}
