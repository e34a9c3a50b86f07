package dev.waybill.server.store;

import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Copies what the log of SQLite holds into the database file, beside the thread that writes, which only copies the little
/// that came meanwhile: then it may begin the log anew.
final class Checkpoints implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Checkpoints.class);

    /// About what a transaction adds to the log by itself, and with each of its writes.
    private static final int PAGES_OF_A_COMMIT = 6;

    private static final int PAGES_OF_A_WRITE = 3;

    /// The log is about 120 MB then, less than half of what [SqliteEngine] lets it grow to.
    private static final int PAGES_BETWEEN = 30_000;

    private static final int FEW_PAGES = 500;

    private static final int PASSES = 5;

    private final Supplier<Session> open;
    private final Semaphore due = new Semaphore(0);
    private final Thread thread =
            Thread.ofPlatform().name("store-checkpoints").unstarted(this::run);
    private int pages;
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
        pages += PAGES_OF_A_COMMIT + PAGES_OF_A_WRITE * count;
        if (copied) {
            copied = false;
            pages = 0;
            tried(() -> checkpoint(session));
        } else if (pages >= PAGES_BETWEEN) {
            pages = 0;
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
        while (!closed) {
            due.acquireUninterruptibly();
            if (!closed) {
                tried(this::copy);
                copied = true;
                due.drainPermits();
            }
        }
    }

    /// Again and again, because others write meanwhile, until so little is left that the thread that writes hardly notices.
    private void copy() {
        try (Session session = open.get()) {
            long before = 0;
            long until = checkpoint(session);
            for (int pass = 1; pass < PASSES && until - before > FEW_PAGES && !closed; pass++) {
                before = until;
                until = checkpoint(session);
            }
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

    /// How many pages of the log are in the database.
    private static long checkpoint(Session session) {
        return session.query("pragma wal_checkpoint(passive)", row -> row.number(3)).getFirst();
    }
}
