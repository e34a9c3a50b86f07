package dev.waybill.server.follow;

import dev.waybill.server.store.Database;
import dev.waybill.server.store.Tx;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Keeps how far the watchers of one table have come, and what keeps them from going on. A place never moves back.
public final class Bookmarks {
    private final Database database;
    private final String acted;
    private final String skipped;
    private final String failed;

    /// The table has the columns `cursor_seq`, `last_triggered_at`, `failing_since` and `last_error`.
    public Bookmarks(Database database, String table) {
        this.database = database;
        String update = "update " + table + " set cursor_seq = ?";
        String where = " where id = ? and cursor_seq < ?";
        this.acted =
                update + ", last_triggered_at = ?, failing_since = null, last_error = null" + where;
        this.skipped = update + where;
        this.failed = update + ", failing_since = ?, last_error = ?" + where;
    }

    /// False when somebody has dealt with it before, or the watcher is gone.
    public boolean acted(Tx tx, String id, long seq, Instant now) {
        return tx.execute(acted, seq, now, id, seq) == 1;
    }

    void skipped(String id, long seq) {
        database.write(tx -> tx.execute(skipped, seq, id, seq));
    }

    /// It has to be tried again.
    void failing(String id, long seq, Instant since, String error) {
        failed(id, seq - 1, seq, since, error);
    }

    /// It is passed over.
    void passedOver(String id, long seq, String error) {
        failed(id, seq, seq, null, error);
    }

    private void failed(String id, long cursor, long seq, @Nullable Instant since, String error) {
        database.write(tx -> tx.execute(failed, cursor, since, error, id, seq));
    }
}
