package dev.waybill.server.store;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A transaction that may change things. All of it happens, or none.
public final class Tx extends ReadTx {
    private final List<Runnable> afterCommit;

    Tx(Session session, Deadline deadline, List<Runnable> afterCommit) {
        super(session, deadline);
        this.afterCommit = afterCommit;
    }

    /// Leaves something to be done as soon as the transaction is durable, and not at all if it is not. Runs on the thread
    /// that writes, in the order of the commits, before the caller hears of it: it must be quick and may not wait.
    public void afterCommit(Runnable task) {
        afterCommit.add(task);
    }

    /// Runs one statement and tells how many rows it changed.
    public int execute(String sql, @Nullable Object... values) {
        return session().update(sql, values);
    }

    /// Runs one statement for each row of values.
    public void executeEach(String sql, List<? extends @Nullable Object[]> rows) {
        session().updateEach(sql, rows);
    }
}
