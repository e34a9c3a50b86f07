package dev.waybill.server.attempt;

import dev.waybill.protocol.outbound.Idempotence;
import dev.waybill.server.store.Database;
import dev.waybill.server.store.Tx;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Says of the calls that go on here that somebody is at them, and finds those of which nobody says so any more. It has a
/// thread of its own: whatever else the server does may take longer than a lease.
final class Claims implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Claims.class);
    private static final Duration AFTER_FAULT = Duration.ofSeconds(1);
    private static final int BEATS = 4;

    /// No holder begins like this, so that only what has run out is found.
    private static final String NOBODY = "-";

    private final Database database;
    private final InstantSource clock;
    private final Duration lease;
    private final Book book;
    private final Lookup lookup;
    private final Verdicts verdicts;
    private final Tally tally;
    private final String place;
    private final Set<String> running;
    private final CountDownLatch over = new CountDownLatch(1);
    private @Nullable Thread thread;
    private boolean failing;

    /// Holders of this server, now and before, begin with the place; `running` are those who are at something now.
    Claims(AttemptSet.Workings workings, String place, Set<String> running) {
        this.database = workings.supplies().database();
        this.clock = workings.supplies().clock();
        this.lease = workings.limits().lease();
        this.book = workings.book();
        this.lookup = workings.lookup();
        this.verdicts = workings.verdicts();
        this.tally = workings.tally();
        this.place = place;
        this.running = running;
    }

    /// Takes over what an earlier run of this server has left, and begins.
    void start() {
        recover(place);
        Thread fresh = Thread.ofVirtual().name("outbound claims").unstarted(this::run);
        thread = fresh;
        fresh.start();
    }

    @Override
    public void close() {
        over.countDown();
        Thread beating = thread;
        if (beating == null) {
            return;
        }
        try {
            beating.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try {
            Duration pause = lease.dividedBy(BEATS);
            while (!over.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
                pause = beat();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// Tells how long it is until the next.
    private Duration beat() {
        Duration usual = lease.dividedBy(BEATS);
        try {
            renew();
            recover(NOBODY);
            tally.waiting(database.read(tx -> book.attempts().waiting(tx)));
            if (failing) {
                failing = false;
                LOG.info("Calls to providers are kept as going on again");
            }
            return usual;
        } catch (RuntimeException e) {
            failed(e);
            return usual.compareTo(AFTER_FAULT) < 0 ? usual : AFTER_FAULT;
        }
    }

    /// Said once for each time that the store is away.
    private void failed(RuntimeException e) {
        if (!failing) {
            failing = true;
            LOG.atWarn()
                    .addKeyValue("reason", e.toString())
                    .log("Calls to providers could not be kept as going on; it is tried again");
        }
    }

    private void renew() {
        List<String> held = List.copyOf(running);
        if (held.isEmpty()) {
            return;
        }
        Instant until = clock.instant().plus(lease);
        database.write(
                tx -> {
                    held.forEach(
                            claim -> {
                                book.lanes().renew(tx, claim, until);
                                book.attempts().renew(tx, claim, until);
                            });
                    return true;
                });
    }

    private void recover(String formerHolders) {
        List<Attempt> lost;
        long recovered;
        do {
            Instant now = clock.instant();
            lost = database.read(tx -> book.attempts().lost(tx, now, formerHolders));
            recovered = lost.stream().filter(one -> recover(one, formerHolders, now)).count();
            renew();
        } while (lost.size() == AttemptTable.LOST_AT_ONCE && recovered > 0);
    }

    /// What was renewed meanwhile is not lost, and neither is what goes on here.
    private boolean recover(Attempt seen, String formerHolders, Instant now) {
        return database.write(
                tx -> {
                    Attempt attempt = book.attempts().find(tx, seen.id()).orElse(seen);
                    State.Claim claim = attempt.state().claim();
                    if (claim == null
                            || running.contains(claim.holder())
                            || (claim.until().isAfter(now)
                                    && !claim.holder().startsWith(formerHolders))) {
                        return false;
                    }
                    book.lanes().leave(tx, attempt.order().lane(), claim.holder(), now);
                    return recover(tx, attempt, now);
                });
    }

    private boolean recover(Tx tx, Attempt attempt, Instant now) {
        State state = attempt.state();
        LOG.atWarn()
                .addKeyValue("delivery", attempt.id())
                .addKeyValue("status", state.status().wire())
                .log("Nobody knows what became of a call to a provider");
        @Nullable Idempotence idempotence =
                lookup.find(attempt.order())
                        .map(spot -> spot.operation().idempotence())
                        .orElse(null);
        return switch (state.status()) {
            case IN_FLIGHT ->
                    book.change(tx, attempt, verdicts.lost(idempotence, state, now), List.of());
            case UNKNOWN -> book.hold(tx, attempt, state.letGo(now, now));
            case QUEUED, SENT, FAILED, CANCELLED ->
                    book.hold(tx, attempt, state.letGo(state.dueAt(), now));
        };
    }
}
