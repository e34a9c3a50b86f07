package dev.waybill.server.store;

import dev.waybill.server.store.StoreException.Kind;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Reads SQLite on threads of their own, because its native calls would pin the virtual threads of the callers.
final class SqliteReaders implements AutoCloseable {
    private static final int QUEUE = 1024;

    private final BlockingQueue<Pending<?>> queue = new ArrayBlockingQueue<>(QUEUE);
    private final List<Lane> lanes;
    private final Lookout lookout;
    private volatile boolean closed;

    SqliteReaders(int threads, Supplier<Session> open, Lookout lookout) {
        this.lookout = lookout;
        this.lanes = IntStream.rangeClosed(1, threads).mapToObj(i -> new Lane(i, open)).toList();
        try {
            lanes.forEach(Lane::session);
        } catch (RuntimeException e) {
            lanes.forEach(Lane::closeSession);
            throw e;
        }
        lanes.forEach(lane -> lane.thread.start());
    }

    <T> T read(Deadline deadline, Work<ReadTx, T> work) {
        Pending<T> pending =
                new Pending<>(deadline, (session, _) -> work.in(new ReadTx(session, deadline)));
        enqueue(pending);
        return pending.await(lookout, () -> lanes.forEach(lane -> lane.running.cancel(pending)));
    }

    @Override
    public void close() {
        closed = true;
        lanes.forEach(Lane::close);
        queue.forEach(pending -> pending.fail(closing()));
    }

    private void enqueue(Pending<?> pending) {
        if (closed) {
            throw closing();
        }
        try {
            if (!queue.offer(pending, pending.deadline().remainingNanos(), TimeUnit.NANOSECONDS)) {
                throw new StoreException(Kind.BUSY, "the read queue stayed full");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreException(Kind.INTERRUPTED, "interrupted while waiting to read", e);
        }
        if (closed && queue.remove(pending)) {
            throw closing();
        }
    }

    private static StoreException closing() {
        return new StoreException(Kind.UNAVAILABLE, "the store is closing");
    }

    /// One thread with one connection.
    private final class Lane {
        private static final long CALL_AGAIN_MILLIS = 50;

        private final Supplier<Session> opening;
        private final Running running = new Running();
        private final Thread thread;
        private @Nullable Session session;

        Lane(int number, Supplier<Session> opening) {
            this.opening = opening;
            this.thread = Thread.ofPlatform().name("store-reader-" + number).unstarted(this::run);
        }

        private void run() {
            while (!closed) {
                try {
                    Pending<?> pending = queue.take();
                    if (pending.take()) {
                        read(pending);
                    }
                } catch (InterruptedException _) {
                    // a late cancellation; only `closed` ends this thread
                }
            }
            closeSession();
        }

        private void read(Pending<?> pending) {
            try {
                Session on = session();
                on.command("begin");
                running.run(pending, on);
                on.command("rollback");
                pending.succeed();
            } catch (Throwable reason) {
                recover();
                pending.fail(reason);
            }
        }

        private Session session() {
            Session open = session;
            if (open == null) {
                open = opening.get();
                session = open;
            }
            return open;
        }

        /// Ends the transaction of a failed read, or the connection if it cannot even do that.
        private void recover() {
            Session open = session;
            try {
                if (open != null) {
                    open.command("rollback");
                }
            } catch (StoreException _) {
                closeSession();
            }
        }

        private void closeSession() {
            Session open = session;
            session = null;
            if (open != null) {
                open.close();
            }
        }

        private void close() {
            boolean interrupted = false;
            while (thread.isAlive()) {
                try {
                    // What it reads now is read to the end, which may swallow the call.
                    thread.interrupt();
                    thread.join(CALL_AGAIN_MILLIS);
                } catch (InterruptedException _) {
                    interrupted = true;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
