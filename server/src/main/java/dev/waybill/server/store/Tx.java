package dev.waybill.server.store;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A transaction that may change things. All of it happens, or none.
public final class Tx extends ReadTx {
    private final Gathering gathering;
    private final List<Runnable> afterCommit;

    /// By type, in the order in which they began.
    private final Map<Object, Runnable> gathered = new LinkedHashMap<>();

    Tx(Session session, Deadline deadline, List<Runnable> afterCommit) {
        super(session, deadline);
        this.gathering = session.gathering();
        this.afterCommit = afterCommit;
    }

    /// Leaves something to be done as soon as the transaction is durable, and not at all if it is not. Runs on the thread
    /// that writes, in the order of the commits, before the caller hears of it: it must be quick and may not wait.
    public void afterCommit(Runnable task) {
        afterCommit.add(task);
    }

    /// Runs one statement and tells how many rows it changed.
    public int execute(String sql, @Nullable Object... values) {
        return session(sql).update(sql, values);
    }

    /// Runs one statement for each row of values.
    public void executeEach(String sql, List<? extends @Nullable Object[]> rows) {
        session(sql).updateEach(sql, rows);
    }

    /// Inserts the row together with others like it, of other callers too: before the commit, and before any other statement
    /// that names the table.
    public void insertAtEnd(String sql, @Nullable Object... values) {
        gathering.part(sql, GatheredRows.class, () -> new GatheredRows(sql)).add(values);
    }

    /// What the callers of one batch gather in one object of that type, made when it is first asked for.
    public <T extends Gathered> T gather(Class<T> type, Supplier<T> made) {
        return gathering.part(type, type, made);
    }

    /// What this work gathers in one object of that type, made when it is first asked for. It runs when the work is done,
    /// still inside the transaction; what is gathered meanwhile has its turn after it.
    public <T extends Runnable> T atEnd(Class<T> type, Supplier<T> made) {
        return type.cast(gathered.computeIfAbsent(type, _ -> made.get()));
    }

    @Override
    Session session(String sql) {
        gathering.writeFor(sql, this);
        return super.session(sql);
    }

    /// The work is done but for what it has gathered.
    void finish() {
        while (!gathered.isEmpty()) {
            List<Runnable> round = List.copyOf(gathered.values());
            gathered.clear();
            round.forEach(Runnable::run);
        }
    }
}
