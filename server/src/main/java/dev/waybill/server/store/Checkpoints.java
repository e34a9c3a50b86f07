package dev.waybill.server.store;

import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Copies what the log of SQLite holds into the database file, beside the thread that writes, which only copies the little
/// that came meanwhile: then it may begin the log anew.
final class Checkpoints implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Checkpoints.class);

    /// The log is about 64 MB then, of messages of 1 KB.
    private static final int WRITES_BETWEEN = 10_000;

    private final Supplier<Session> open;
    private final Semaphore due = new Semaphore(0);
    private final Thread thread =
            Thread.ofPlatform().name("store-checkpoints").unstarted(this::run);
    private int writes;
    private volatile boolean copied;
    private volatile boolean closed;

    Checkpoints(Supplier<Session> open) {
        this.open = open;
    }

    void start() {
        thread.start();
    }

    /// Called by the thread that writes, between two transactions.
    void committed(Session session, int count) {
        writes += count;
        if (copied) {
            copied = false;
            writes = 0;
            tried(() -> checkpoint(session));
        } else if (writes >= WRITES_BETWEEN) {
            writes = 0;
            due.release();
        }
    }

    @Override
    public void close() {
        closed = true;
        due.release();
        try {
            thread.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        due.acquireUninterruptibly();
        while (!closed) {
            tried(
                    () -> {
                        try (Session session = open.get()) {
                            checkpoint(session);
                        }
                    });
            copied = true;
            due.drainPermits();
            due.acquireUninterruptibly();
        }
    }

    /// What fails is done by the next one, and by the writing thread when the log has grown too much.
    private static void tried(Runnable checkpoint) {
        try {
            checkpoint.run();
        } catch (StoreException e) {
            LOG.warn("the log could not be copied into the database: {}", e.getMessage());
        }
    }

    private static void checkpoint(Session session) {
        session.query("pragma wal_checkpoint(passive)", row -> row.number(1));
    }
}
