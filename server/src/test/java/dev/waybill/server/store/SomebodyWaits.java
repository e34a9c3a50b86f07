package dev.waybill.server.store;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;

/// Brings two servers on one PostgreSQL into the same moment: one has made a change, and commits only when the other waits for it.
public final class SomebodyWaits {
    private static final String WAITING =
            """
            select count(*) from pg_locks
            where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))
            """;

    private SomebodyWaits() {}

    /// What is changed, and how many rows that are.
    public interface Change {
        int in(Tx tx);
    }

    /// Returns when the change is made and not committed; the answer comes when it is.
    public static Future<Integer> forChange(TestStore store, Change change)
            throws InterruptedException {
        CountDownLatch made = new CountDownLatch(1);
        Future<Integer> committed =
                store.callers()
                        .submit(
                                () ->
                                        store.database()
                                                .write(
                                                        Duration.ofSeconds(60),
                                                        tx -> {
                                                            int changed = change.in(tx);
                                                            made.countDown();
                                                            awaitWaiting(tx);
                                                            return changed;
                                                        }));
        made.await();
        return committed;
    }

    private static void awaitWaiting(Tx tx) {
        while (tx.list(WAITING, row -> row.number(1)).getFirst() == 0) {
            LockSupport.parkNanos(2_000_000);
        }
    }
}
