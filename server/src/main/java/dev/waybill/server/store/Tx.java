package dev.waybill.server.store;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A transaction that may change things. All of it happens, or none.
public final class Tx extends ReadTx {
    private final List<Runnable> afterCommit;

    /// By type or statement, in the order in which they began.
    private final Map<Object, Runnable> gathered = new LinkedHashMap<>();

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

    /// Runs the statement when the work is done, together with others like it: for rows that the work does not look at.
    public void executeAtEnd(String sql, @Nullable Object... values) {
        if (gathered.computeIfAbsent(sql, _ -> new Rows(sql)) instanceof Rows rows) {
            rows.all.add(values);
        }
    }

    /// What this work gathers in one object of that type, made when it is first asked for. It runs when the work is done,
    /// still inside the transaction; what is gathered meanwhile has its turn after it.
    public <T extends Runnable> T atEnd(Class<T> type, Supplier<T> made) {
        return type.cast(gathered.computeIfAbsent(type, _ -> made.get()));
    }

    /// The work is done but for what it has gathered.
    void finish() {
        while (!gathered.isEmpty()) {
            List<Runnable> round = List.copyOf(gathered.values());
            gathered.clear();
            round.forEach(Runnable::run);
        }
    }

    private final class Rows implements Runnable {
        private final String sql;
        private final List<@Nullable Object[]> all = new ArrayList<>();

        private Rows(String sql) {
            this.sql = sql;
        }

        @Override
        public void run() {
            executeEach(sql, all);
        }
    }
}
