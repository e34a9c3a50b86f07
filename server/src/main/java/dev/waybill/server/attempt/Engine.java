package dev.waybill.server.attempt;

import dev.waybill.protocol.outbound.Idempotence;
import dev.waybill.server.store.Database;
import dev.waybill.server.store.StoreException;
import dev.waybill.server.store.Tx;
import dev.waybill.server.sweep.Sweeps;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Has attempts run when they are due: one in each lane at a time, and so many at once. What it knows is in the store; in
/// memory are a bell, and who is at it.
public final class Engine implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Engine.class);

    /// How soon it is noticed what other servers have written.
    private static final Duration LOOK = Duration.ofSeconds(5);

    private static final Duration AFTER_FAULT = Duration.ofSeconds(1);
    private static final Duration LAST_WORDS = Duration.ofSeconds(2);

    private final Database database;
    private final InstantSource clock;
    private final AttemptLimits limits;
    private final Book book;
    private final Lookup lookup;
    private final Runs runs;
    private final Verdicts verdicts;
    private final Tally tally;
    private final String place;
    private final String holder;
    private final AtomicLong claims = new AtomicLong();
    private final Semaphore bell = new Semaphore(0);
    private final Semaphore room;
    private final Set<String> busy = ConcurrentHashMap.newKeySet();
    private final Map<String, Thread> running = new ConcurrentHashMap<>();
    private volatile boolean closed;
    private @Nullable Thread thread;

    /// `worker` is the number of this server among those that share a store.
    Engine(AttemptSet.Workings workings, Runs runs, int worker) {
        this.database = workings.supplies().database();
        this.clock = workings.supplies().clock();
        this.limits = workings.limits();
        this.book = workings.book();
        this.lookup = workings.lookup();
        this.verdicts = workings.verdicts();
        this.tally = workings.tally();
        this.runs = runs;
        this.room = new Semaphore(workings.limits().concurrency());
        this.place = "w" + worker + "-";
        byte[] random = new byte[6];
        workings.supplies().random().nextBytes(random);
        this.holder = place + HexFormat.of().formatHex(random) + "-";
    }

    /// Takes over what an earlier run of this server has left, and begins.
    public void start(Sweeps sweeps) {
        recover(place);
        book.onWork(this::ring);
        Thread fresh = Thread.ofVirtual().name("outbound attempts").unstarted(this::run);
        thread = fresh;
        fresh.start();
        Duration often = limits.lease().dividedBy(4);
        sweeps.every(often, "outbound leases", this::renew);
        sweeps.every(often, "outbound attempts", this::sweep);
    }

    /// Something may be due. Never waits.
    public void ring() {
        if (bell.availablePermits() == 0) {
            bell.release();
        }
    }

    /// Takes nothing more, and gives calls under way a while; what is left is for whoever finds it.
    @Override
    public void close() {
        closed = true;
        Thread dispatching = thread;
        try {
            if (dispatching != null) {
                dispatching.interrupt();
                dispatching.join();
            }
            boolean quiet =
                    room.tryAcquire(
                            limits.concurrency(), limits.drain().toMillis(), TimeUnit.MILLISECONDS);
            if (!quiet) {
                LOG.atWarn()
                        .addKeyValue("calls", running.size())
                        .log("Calls to providers were left without their answer");
                for (Thread one : List.copyOf(running.values())) {
                    one.interrupt();
                    one.join(LAST_WORDS);
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try {
            while (!closed) {
                bell.drainPermits();
                Duration pause = dispatch();
                bell.tryAcquire(Math.max(1, pause.toMillis()), TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException _) {
            closed = true;
        }
    }

    /// Tells how long there is nothing to do.
    private Duration dispatch() {
        try {
            Instant now = clock.instant();
            Duration pause = LOOK;
            for (LaneTable.Head head : database.read(tx -> book.lanes().heads(tx))) {
                Duration wait = Duration.between(now, head.at());
                if (wait.isPositive()) {
                    pause = wait.compareTo(pause) < 0 ? wait : pause;
                } else {
                    begin(head);
                }
            }
            return pause;
        } catch (StoreException e) {
            LOG.atWarn()
                    .addKeyValue("reason", e.getMessage())
                    .log("It will be looked later what is to be done at providers");
            return AFTER_FAULT;
        }
    }

    private void begin(LaneTable.Head head) {
        if (!busy.add(head.lane())) {
            return;
        }
        if (!room.tryAcquire()) {
            busy.remove(head.lane());
            return;
        }
        String claim = holder + claims.incrementAndGet();
        Thread fresh =
                Thread.ofVirtual()
                        .name("attempt " + head.attempt())
                        .unstarted(() -> run(head, claim));
        running.put(claim, fresh);
        fresh.start();
    }

    private void run(LaneTable.Head head, String claim) {
        try {
            runs.run(head.attempt(), new State.Claim(claim, clock.instant().plus(limits.lease())));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            LOG.atWarn()
                    .addKeyValue("delivery", head.attempt())
                    .addKeyValue("reason", e.toString())
                    .log("An attempt could not be run, or what became of it not be put down");
            rest();
        } finally {
            running.remove(claim);
            busy.remove(head.lane());
            room.release();
            ring();
        }
    }

    private static void rest() {
        try {
            Thread.sleep(AFTER_FAULT);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void renew() {
        List<String> held = List.copyOf(running.keySet());
        if (held.isEmpty()) {
            return;
        }
        Instant until = clock.instant().plus(limits.lease());
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

    private void sweep() {
        renew();
        // No holder begins like this, so that only what has run out is found.
        recover("-");
        tally.waiting(database.read(tx -> book.attempts().waiting(tx)));
    }

    private void recover(String formerHolders) {
        List<Attempt> lost;
        long recovered;
        do {
            Instant now = clock.instant();
            lost = database.read(tx -> book.attempts().lost(tx, now, formerHolders));
            recovered = lost.stream().filter(one -> recover(one, formerHolders, now)).count();
        } while (lost.size() == AttemptTable.LOST_AT_ONCE && recovered > 0);
    }

    /// What was renewed meanwhile is not lost, and neither is what goes on here.
    private boolean recover(Attempt seen, String formerHolders, Instant now) {
        return database.write(
                tx -> {
                    Attempt attempt = book.attempts().find(tx, seen.id()).orElse(seen);
                    State.Claim claim = attempt.state().claim();
                    if (claim == null
                            || running.containsKey(claim.holder())
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
