package dev.waybill.server.network.read;

import dev.waybill.server.store.Database;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/// Forgets decisions that were kept long enough, and messages whose copies can no longer pass for new; a little in each
/// transaction, so that nobody waits for it.
public final class AuditSweep {
    private static final int BATCH = 1000;

    private final Database database;
    private final InstantSource clock;
    private final Duration retention;
    private final AuditTable table = new AuditTable();

    public AuditSweep(Database database, InstantSource clock, Duration retention) {
        this.database = database;
        this.clock = clock;
        this.retention = retention;
    }

    public void sweep() {
        Instant now = clock.instant();
        Instant oldest = now.minus(retention);
        int forgotten = BATCH;
        while (forgotten == BATCH) {
            forgotten = database.write(tx -> table.forget(tx, oldest, BATCH));
        }
        forgotten = BATCH;
        while (forgotten == BATCH) {
            forgotten = database.write(tx -> table.forgetCopies(tx, now, BATCH));
        }
    }
}
