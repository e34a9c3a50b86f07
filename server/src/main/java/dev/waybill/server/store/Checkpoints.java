package dev.waybill.server.store;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
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

    /// The log is 120 to 270 MB then, about half of what [SqliteEngine] lets it grow to at the most.
    private static final int PAGES_BETWEEN = 30_000;

    private static final int FEW_PAGES = 64;

    private static final int MOST_PASSES = 12;

    /// About how long a read takes that keeps what was written after it from being copied.
    private static final Duration A_READ = Duration.ofMillis(1);

    private final Supplier<Session> open;
    private final Runnable sync;
    private final Semaphore due = new Semaphore(0);
    private final Thread thread =
            Thread.ofPlatform().name("store-checkpoints").unstarted(this::run);
    private int pages;
    private volatile boolean copied;
    private volatile boolean closed;

    /// `sync` has the disk keep what was copied.
    Checkpoints(Supplier<Session> open, Runnable sync) {
        this.open = open;
        this.sync = sync;
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
        Ended.await(thread);
    }

    private void run() {
        while (!closed) {
            due.acquireUninterruptibly();
            if (!closed) {
                copied = tried(this::copy);
                due.drainPermits();
            }
        }
    }

    /// SQLite itself syncs the database only at the end of a pass in which nobody committed. Until it is synced, the thread
    /// that writes would have to do that for all that was copied.
    private void copy() {
        try (Session session = open.get()) {
            long done = copy(session, 0);
            sync.run();
            copy(session, done);
        }
    }

    /// Again and again, because others write meanwhile, until so little was left that the thread that writes hardly notices
    /// the rest, or they write as fast as it is copied. Tells how many pages of the log are in the database.
    private long copy(Session session, long before) {
        long done = before;
        long least = Long.MAX_VALUE;
        for (int pass = 0; pass < MOST_PASSES && !closed; pass++) {
            Copied now = checkpoint(session);
            if (now.isAll()) {
                long waited = now.written() - done;
                if (waited <= FEW_PAGES || waited >= least) {
                    return now.copied();
                }
                least = waited;
            } else {
                LockSupport.parkNanos(A_READ.toNanos());
            }
            done = Math.max(done, now.copied());
        }
        return done;
    }

    /// False when it failed; the next one does it, or the writing thread when the log has grown too much.
    private static boolean tried(Runnable checkpoint) {
        try {
            checkpoint.run();
            return true;
        } catch (StoreException e) {
            LOG.warn("the log could not be copied into the database: {}", e.getMessage());
            return false;
        }
    }

    private static Copied checkpoint(Session session) {
        return session.query(
                        "pragma wal_checkpoint(passive)",
                        row -> new Copied(row.number(2), row.number(3)))
                .getFirst();
    }

    /// How many pages the log had when the copying began, and how many of these are in the database: fewer where somebody
    /// reads what was true before. Both are negative where another one copies.
    private record Copied(long written, long copied) {
        boolean isAll() {
            return written >= 0 && written == copied;
        }
    }
}
