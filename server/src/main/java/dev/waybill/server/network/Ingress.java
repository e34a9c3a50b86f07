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
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
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
    private final Decider decider;
    private final PriorityBlockingQueue<Case> queue =
            new PriorityBlockingQueue<>(BATCH, Comparator.comparingLong(Case::place));
    private final AtomicLong places = new AtomicLong();
    private final Semaphore room = new Semaphore(MOST_KIB);
    private final Semaphore batches = new Semaphore(BATCHES_AT_ONCE);
    private final Thread thread = Thread.ofPlatform().name("network-ingress").unstarted(this::run);

    /// Something has gone back into the queue, and nothing younger may pass it.
    private volatile boolean held;

    private volatile boolean faulty;

    /// Decides about envelopes, inside of a transaction.
    interface Decider {
        void decide(Tx tx, Heard heard, Instant now);

        /// Puts on record that nothing could be made of it.
        void leaveOut(Tx tx, Scope in, Decision.Trace trace);
    }

    /// One envelope.
    ///
    /// @param place its place in the order in which all came
    /// @param heard what the judge made of it; null for one that is only put on record
    private record Case(
            long place,
            Scope in,
            Decision.Trace trace,
            @Nullable Heard heard,
            int kib,
            Arrival.Answer answer,
            boolean alone) {
        Case byItself() {
            return new Case(place, in, trace, heard, kib, answer, true);
        }

        Case leftOut() {
            return new Case(place, in, trace, null, kib, answer, true);
        }
    }

    /// Says to what comes behind something that failed that it has to wait.
    private static final class HeldBack extends RuntimeException {
        private static final long serialVersionUID = 1L;

        HeldBack() {
            super("something older comes first", null, false, false);
        }
    }

    Ingress(Database database, InstantSource clock, Wire wire, Decider decider) {
        this.database = database;
        this.clock = clock;
        this.wire = wire;
        this.decider = decider;
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
            arrival.answer().givenBack();
            return;
        }
        queue.add(judge(in, arrival, kib));
    }

    private Case judge(Scope in, Arrival arrival, int kib) {
        long place = places.incrementAndGet();
        try {
            Heard heard = Heard.of(in, arrival.payload(), wire, clock.instant());
            return new Case(place, in, heard.trace(), heard, kib, arrival.answer(), false);
        } catch (RuntimeException e) {
            LOG.error("An envelope could not be read: {}", e.getClass().getName());
            Decision.Trace trace = Decision.Trace.of(arrival.payload());
            return new Case(place, in, trace, null, kib, arrival.answer(), true);
        }
    }

    private void run() {
        try {
            while (true) {
                Case first = queue.take();
                if (held) {
                    queue.add(first);
                    gather();
                    continue;
                }
                List<Case> next = new ArrayList<>();
                next.add(first);
                queue.drainTo(next, BATCH - 1);
                submitAll(next);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// Waits until everything that was on its way is back in the queue, where the order of arrival holds.
    private void gather() throws InterruptedException {
        batches.acquire(BATCHES_AT_ONCE);
        held = false;
        batches.release(BATCHES_AT_ONCE);
        if (faulty) {
            faulty = false;
            Thread.sleep(PAUSE_AFTER_FAULT);
        }
    }

    private void submitAll(List<Case> next) throws InterruptedException {
        if (next.stream().noneMatch(Case::alone)) {
            submit(next);
            return;
        }
        for (Case one : next) {
            submit(List.of(one));
        }
    }

    private void submit(List<Case> batch) throws InterruptedException {
        batches.acquire();
        Settling settling = new Settling(batch);
        try {
            database.submit(tx -> decide(tx, batch), settling);
        } catch (StoreException e) {
            settling.failed(e);
        }
    }

    private boolean decide(Tx tx, List<Case> batch) {
        if (held) {
            throw new HeldBack();
        }
        Instant now = clock.instant();
        batch.forEach(one -> decide(tx, one, now));
        return true;
    }

    private void decide(Tx tx, Case one, Instant now) {
        if (one.heard() == null) {
            decider.leaveOut(tx, one.in(), one.trace());
        } else {
            decider.decide(tx, one.heard(), now);
        }
    }

    /// What becomes of a batch.
    private final class Settling implements Settled<Boolean> {
        private final List<Case> batch;

        private Settling(List<Case> batch) {
            this.batch = batch;
        }

        @Override
        public void done(Boolean value) {
            batch.forEach(Ingress.this::finish);
            batches.release();
        }

        /// While the store has trouble everything waits. One that cannot be decided about must not take others with it:
        /// those that failed together are tried alone, and what fails alone is put on record.
        @Override
        public void failed(Throwable reason) {
            if (reason instanceof HeldBack) {
                queue.addAll(batch);
            } else if (reason instanceof StoreException store && store.retryable()) {
                LOG.warn("What came from the network has to wait: {}", store.getMessage());
                faulty = true;
                putBack(batch);
            } else if (batch.size() > 1) {
                putBack(batch.stream().map(Case::byItself).toList());
            } else {
                failedAlone(batch.getFirst(), reason);
            }
            batches.release();
        }

        private void putBack(List<Case> cases) {
            held = true;
            queue.addAll(cases);
        }

        private void failedAlone(Case one, Throwable reason) {
            String fault = reason.getClass().getName();
            if (one.heard() == null) {
                LOG.error("An envelope could not even be put on record: {}", fault);
                room.release(one.kib());
                one.answer().givenUp();
            } else {
                LOG.error("An envelope could not be decided about: {}", fault);
                putBack(List.of(one.leftOut()));
            }
        }
    }

    private void finish(Case one) {
        room.release(one.kib());
        one.answer().taken();
    }

    /// What is being decided about is decided and told once this returns; what waits is never decided about here.
    @Override
    public void close() {
        thread.interrupt();
        try {
            thread.join(LAST_WORDS.toMillis());
            awaitBatches();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void awaitBatches() throws InterruptedException {
        if (batches.tryAcquire(BATCHES_AT_ONCE, LAST_WORDS.toMillis(), TimeUnit.MILLISECONDS)) {
            batches.release(BATCHES_AT_ONCE);
        } else {
            LOG.warn("The store has not said in time what became of what came last");
        }
    }
}
