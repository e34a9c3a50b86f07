package dev.waybill.server.network;

import dev.waybill.protocol.network.Scope;
import dev.waybill.server.network.transport.Arrival;
import dev.waybill.server.store.Database;
import dev.waybill.server.store.Settled;
import dev.waybill.server.store.StoreException;
import dev.waybill.server.store.Tx;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Takes what the carrier brings: judged on the carrier's thread, decided about in batches, each one transaction. The
/// carrier waits when more is here than fits.
final class Ingress implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Ingress.class);
    private static final Duration LAST_WORDS = Duration.ofSeconds(10);
    private static final int BATCH = 256;
    private static final int BATCHES_AT_ONCE = 2;
    private static final int KIB = 1 << 10;
    private static final int MOST_KIB = 64 << 10;
    private static final Duration PAUSE_AFTER_FAULT = Duration.ofMillis(500);

    private final Database database;
    private final InstantSource clock;
    private final Wire wire;
    private final Router router;
    private final LinkedBlockingQueue<Case> queue = new LinkedBlockingQueue<>();
    private final AtomicBoolean faulty = new AtomicBoolean();
    private final Semaphore room = new Semaphore(MOST_KIB);
    private final Semaphore batches = new Semaphore(BATCHES_AT_ONCE);
    private final Thread thread = Thread.ofPlatform().name("network-ingress").unstarted(this::run);

    private record Case(Heard heard, int kib, Runnable taken, boolean alone) {
        Case byItself() {
            return new Case(heard, kib, taken, true);
        }
    }

    Ingress(Database database, InstantSource clock, Wire wire, Router router) {
        this.database = database;
        this.clock = clock;
        this.wire = wire;
        this.router = router;
    }

    void start() {
        thread.start();
    }

    /// Waits while there is no room.
    void take(Scope in, Arrival arrival) {
        int kib = Math.min(MOST_KIB, arrival.payload().length / KIB * 4 + 1);
        try {
            room.acquire(kib);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return;
        }
        Case one = judge(in, arrival, kib);
        if (one == null) {
            room.release(kib);
        } else {
            queue.add(one);
        }
    }

    /// Null where it failed the judge, which is a fault here; that is on record then.
    private @Nullable Case judge(Scope in, Arrival arrival, int kib) {
        try {
            Heard heard = Heard.of(in, arrival.payload(), wire, clock.instant());
            return new Case(heard, kib, arrival.taken(), false);
        } catch (RuntimeException e) {
            LOG.error("An envelope could not be read: {}", e.getClass().getName());
            leaveOut(in, Decision.Trace.of(arrival.payload()), arrival.taken());
            return null;
        }
    }

    private void leaveOut(Scope in, Decision.Trace trace, Runnable taken) {
        database.submit(
                tx -> {
                    router.leaveOut(tx, in, trace);
                    return true;
                },
                new Settled<Boolean>() {
                    @Override
                    public void done(Boolean value) {
                        taken.run();
                    }

                    @Override
                    public void failed(Throwable reason) {
                        LOG.error(
                                "It could not even be put on record: {}",
                                reason.getClass().getName());
                    }
                });
    }

    private void run() {
        try {
            while (true) {
                List<Case> next = new ArrayList<>();
                next.add(queue.take());
                queue.drainTo(next, BATCH - 1);
                if (faulty.getAndSet(false)) {
                    Thread.sleep(PAUSE_AFTER_FAULT);
                }
                submit(next.stream().filter(one -> !one.alone()).toList());
                for (Case one : next) {
                    if (one.alone()) {
                        submit(List.of(one));
                    }
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void submit(List<Case> batch) throws InterruptedException {
        if (batch.isEmpty()) {
            return;
        }
        batches.acquire();
        Settling settling = new Settling(batch);
        try {
            database.submit(tx -> decide(tx, batch), settling);
        } catch (StoreException e) {
            settling.failed(e);
        }
    }

    private boolean decide(Tx tx, List<Case> batch) {
        Instant now = clock.instant();
        batch.forEach(one -> router.decide(tx, one.heard(), now));
        return true;
    }

    /// What becomes of a batch.
    private final class Settling implements Settled<Boolean> {
        private final List<Case> batch;

        private Settling(List<Case> batch) {
            this.batch = batch;
        }

        @Override
        public void done(Boolean value) {
            batches.release();
            batch.forEach(Ingress.this::finish);
        }

        /// While the store has trouble everything waits. One that cannot be decided about must not take others with it:
        /// those that failed together are tried alone.
        @Override
        public void failed(Throwable reason) {
            batches.release();
            if (reason instanceof StoreException store && store.retryable()) {
                LOG.warn("What came from the network has to wait: {}", store.getMessage());
                faulty.set(true);
                queue.addAll(batch);
            } else if (batch.size() > 1) {
                batch.forEach(one -> queue.add(one.byItself()));
            } else {
                Case one = batch.getFirst();
                LOG.error(
                        "An envelope could not be decided about: {}", reason.getClass().getName());
                room.release(one.kib());
                leaveOut(one.heard().in(), one.heard().trace(), one.taken());
            }
        }
    }

    private void finish(Case one) {
        room.release(one.kib());
        one.taken().run();
    }

    @Override
    public void close() {
        thread.interrupt();
        try {
            thread.join(LAST_WORDS.toMillis());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
