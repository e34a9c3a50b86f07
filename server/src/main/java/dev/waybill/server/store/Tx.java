package dev.waybill.server.store;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A transaction that may change things. All of it happens, or none.
public final class Tx extends ReadTx {
    Tx(Session session, Deadline deadline) {
        super(session, deadline);
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
