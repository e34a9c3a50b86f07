package dev.waybill.server.store;

import dev.waybill.server.store.StoreException.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/// The one thread that writes. It takes the first waiting caller, drains the rest, runs them one after the other
/// inside one transaction and tells them after the commit: the busier it is, the more callers share an fsync.
final class Writer implements AutoCloseable {
    private final BlockingQueue<Pending<?>> queue;
    private final int maxBatch;
    private final Batches batches;
    private final Lookout lookout;
    private final Pending<?> stop = new Pending<>(Deadline.in(Duration.ZERO), (_, _) -> 0);
    private final Thread thread = Thread.ofPlatform().name("store-writer").unstarted(this::run);
    private volatile boolean closed;

    Writer(int queueCapacity, int maxBatch, Batches batches, Lookout lookout) {
        this.queue = new ArrayBlockingQueue<>(queueCapacity);
        this.maxBatch = maxBatch;
        this.batches = batches;
        this.lookout = lookout;
    }

    void start() {
        thread.start();
    }

    <T> T write(Deadline deadline, Work<Tx, T> work) {
        if (Thread.currentThread().equals(thread)) {
            throw new IllegalStateException("a write may not wait for another write");
        }
        Pending<T> pending = pending(deadline, work);
        enqueue(pending);
        return pending.await(lookout, () -> batches.cancel(pending));
    }

    /// Returns as soon as there is room in the queue. Works of one caller are run in the order they were handed over.
    <T> void submit(Deadline deadline, Work<Tx, T> work, Settled<? super T> settled) {
        Pending<T> pending = pending(deadline, work);
        pending.whenSettled(settled);
        enqueue(pending);
    }

    int queued() {
        return queue.size();
    }

    /// Finishes what is queued, refuses what comes later.
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        boolean interrupted = false;
        while (true) {
            try {
                queue.put(stop);
                thread.join();
                break;
            } catch (InterruptedException _) {
                interrupted = true;
            }
        }
        failWhatIsLeft();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static <T> Pending<T> pending(Deadline deadline, Work<Tx, T> work) {
        return new Pending<>(
                deadline,
                work.lookUps(),
                (session, after) -> {
                    Tx tx = new Tx(session, deadline, after);
                    T result = work.in(tx);
                    tx.finish();
                    return result;
                });
    }

    private void enqueue(Pending<?> pending) {
        try {
            if (closed) {
                throw closing();
            }
            if (!queue.offer(pending, pending.deadline().remainingNanos(), TimeUnit.NANOSECONDS)) {
                throw new StoreException(
                        Kind.BUSY, "the write queue stayed full; nothing was written");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreException(
                    Kind.INTERRUPTED, "interrupted while waiting to write; nothing was written", e);
        }
        if (closed && !thread.isAlive()) {
            failWhatIsLeft();
        }
    }

    private void run() {
        List<Pending<?>> batch = new ArrayList<>();
        boolean stopping = false;
        while (!stopping) {
            batch.clear();
            try {
                batch.add(queue.take());
            } catch (InterruptedException _) {
                continue; // a late cancellation; only `stop` ends this thread
            }
            queue.drainTo(batch, maxBatch - 1);
            stopping = batch.remove(stop);
            batch.removeIf(pending -> !pending.take());
            batches.commit(batch);
        }
        batches.close();
    }

    private void failWhatIsLeft() {
        List<Pending<?>> left = new ArrayList<>();
        queue.drainTo(left);
        left.forEach(pending -> pending.fail(closing()));
    }

    private static StoreException closing() {
        return new StoreException(Kind.UNAVAILABLE, "the store is closing; nothing was written");
    }
}
