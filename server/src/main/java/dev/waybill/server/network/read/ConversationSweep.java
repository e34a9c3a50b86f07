package dev.waybill.server.network.read;

import dev.waybill.protocol.id.Snowflakes;
import dev.waybill.server.store.Database;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/// Forgets what was said in the network long ago, and conversations and ended work with their last message; a little in
/// each transaction, so that nobody waits for it. What is still to be sent or told, and work that goes on, stays.
public final class ConversationSweep {
    private static final int BATCH = 500;

    private final Database database;
    private final InstantSource clock;
    private final Duration retention;
    private final RetentionTable table = new RetentionTable();

    public ConversationSweep(Database database, InstantSource clock, Duration retention) {
        this.database = database;
        this.clock = clock;
        this.retention = retention;
    }

    public void sweep() {
        Instant oldest = clock.instant().minus(retention);
        long before = Snowflakes.floorOf(oldest);
        long last = 0;
        do {
            last = sweep(last, before, oldest);
        } while (last > 0 && !Thread.currentThread().isInterrupted());
        if (database.read(tx -> table.hasUnused(tx, oldest))) {
            database.write(tx -> table.endUnused(tx, oldest));
        }
    }

    /// Where it has come to, 0 at the end.
    private long sweep(long after, long before, Instant oldest) {
        long last = database.read(tx -> table.pageEnd(tx, after, before, BATCH));
        if (last > 0 && !database.read(tx -> table.over(tx, after, last, oldest)).isEmpty()) {
            database.write(
                    tx -> {
                        table.over(tx, after, last, oldest)
                                .forEach(one -> table.forget(tx, one, oldest));
                        return last;
                    });
        }
        return last;
    }
}
