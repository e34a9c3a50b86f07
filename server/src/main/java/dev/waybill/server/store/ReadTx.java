package dev.waybill.server.store;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A view of the database as it was at one moment.
public sealed class ReadTx permits Tx {
    private final Session session;
    private final Deadline deadline;

    ReadTx(Session session, Deadline deadline) {
        this.session = session;
        this.deadline = deadline;
    }

    /// What the database speaks, for the few statements that both do not understand alike.
    public Dialect dialect() {
        return session.dialect();
    }

    /// All rows of a query, which bounds itself with `limit`.
    public <T> List<T> list(String sql, RowReader<T> reader, @Nullable Object... values) {
        return session(sql).query(sql, reader, values);
    }

    /// Rows of a query until together they weigh `maxWeight`, but at least one if there is one.
    public <T> List<T> page(
            String sql, RowReader<T> reader, Weight<T> weight, @Nullable Object... values) {
        return session(sql).page(sql, reader, weight, values);
    }

    /// The first row of a query, if there is one.
    public <T> Optional<T> first(String sql, RowReader<T> reader, @Nullable Object... values) {
        return session(sql).query(sql, reader, values).stream().findFirst();
    }

    /// The connection to run the statement on, unless the caller's deadline has passed meanwhile.
    Session session(String sql) {
        deadline.check();
        return session;
    }
}
