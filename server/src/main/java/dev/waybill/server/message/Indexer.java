package dev.waybill.server.message;

import dev.waybill.server.store.Database;
import dev.waybill.server.store.Ended;
import dev.waybill.server.store.StoreException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Keeps the index of words up to date: woken by each commit, it goes on from where it was, also after a crash.
public final class Indexer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Indexer.class);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(500);

    /// What comes within it is indexed together, so that a lone message does not cost a second commit of its own.
    private static final Duration GATHER = Duration.ofMillis(100);

    /// Of so much time of the thread that writes, indexing takes one part; where more is sent than that is enough for, it
    /// falls behind and catches up later.
    private static final int SHARE = 8;

    private static final Duration PAUSE_AFTER_FAULT = Duration.ofSeconds(1);

    /// So many merges stand between two writes of new words at most; a large part takes thousands.
    private static final int MOST_MERGES = 64;

    private static final Duration PAUSE_OF_MERGES = Duration.ofMinutes(1);

    private final SearchIndex index;
    private final Semaphore bell = new Semaphore(1);
    private final Thread thread = Thread.ofVirtual().name("search-indexer").unstarted(this::run);
    private final CountDownLatch closing = new CountDownLatch(1);
    private volatile boolean closed;
    private long mergesFrom = System.nanoTime();

    public Indexer(Database database) {
        this.index = new SearchIndex(database);
    }

    public void start() {
        thread.start();
    }

    /// Something was committed. Carries no data and never waits.
    public void ring() {
        if (bell.availablePermits() == 0) {
            bell.release();
        }
    }

    /// Fills the index anew from the first message on.
    public void rebuild() {
        index.rebuild();
        ring();
    }

    @Override
    public void close() {
        closed = true;
        closing.countDown();
        ring();
        Ended.await(thread);
    }

    private void run() {
        boolean prepared = false;
        while (!closed) {
            try {
                if (!prepared) {
                    index.prepare();
                    prepared = true;
                }
                work();
                await();
            } catch (InterruptedException _) {
                // only `closed` ends this thread
            } catch (RuntimeException e) {
                LOG.warn("messages cannot be indexed for search now: {}", e.getMessage());
                pause();
            }
        }
    }

    private void work() throws InterruptedException {
        for (Duration used = index.advance(); !used.isZero() && !closed; used = index.advance()) {
            rest(used);
            merge();
            if (!index.isBehind()) {
                closing.await(GATHER.toMillis(), TimeUnit.MILLISECONDS);
            }
        }
        while (!closed && index.catchUp()) {
            LOG.trace("messages that appeared late are indexed");
        }
    }

    /// What is left is merged after what comes next is indexed. A merge that fails is not tried again at once: new messages
    /// are to be found meanwhile.
    private void merge() throws InterruptedException {
        if (System.nanoTime() - mergesFrom < 0) {
            return;
        }
        try {
            for (int merges = 0; merges < MOST_MERGES && !closed; merges++) {
                Duration used = index.merge();
                if (used.isZero()) {
                    return;
                }
                rest(used);
            }
        } catch (StoreException e) {
            LOG.warn("the index of words cannot be merged now: {}", e.getMessage());
            mergesFrom = System.nanoTime() + PAUSE_OF_MERGES.toNanos();
        }
    }

    /// Leaves the writing thread to others for as long as they are due.
    private void rest(Duration used) throws InterruptedException {
        closing.await(used.multipliedBy(SHARE - 1L).toNanos(), TimeUnit.NANOSECONDS);
    }

    /// Where nobody else writes, there is nothing to look for until the bell rings.
    private void await() throws InterruptedException {
        if (index.shared()) {
            bell.tryAcquire(LOOK_AGAIN.toMillis(), TimeUnit.MILLISECONDS);
        } else {
            bell.acquire();
        }
        closing.await(GATHER.toMillis(), TimeUnit.MILLISECONDS);
        bell.drainPermits();
    }

    private void pause() {
        try {
            bell.drainPermits();
            bell.tryAcquire(PAUSE_AFTER_FAULT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException _) {
            // goes on at once
        }
    }
}
