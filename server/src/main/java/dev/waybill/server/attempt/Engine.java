package dev.waybill.server.attempt;

import dev.waybill.server.store.Database;
import dev.waybill.server.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collections;
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
    private final Runs runs;
    private final Claims watch;
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
        this.runs = runs;
        this.room = new Semaphore(workings.limits().concurrency());
        String place = "w" + worker + "-";
        byte[] random = new byte[6];
        workings.supplies().random().nextBytes(random);
        this.holder = place + HexFormat.of().formatHex(random) + "-";
        this.watch = new Claims(workings, place, Collections.unmodifiableSet(running.keySet()));
    }

    /// Takes over what an earlier run of this server has left, and begins.
    public void start() {
        watch.start();
        book.onWork(this::ring);
        Thread fresh = Thread.ofVirtual().name("outbound attempts").unstarted(this::run);
        thread = fresh;
        fresh.start();
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
        } finally {
            watch.close();
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
}
