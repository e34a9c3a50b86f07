package dev.waybill.server.follow;

import dev.waybill.server.store.Database;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/// Sees to it that of several servers one serves a row. SQLite is used by one server, which need not ask.
public final class Leases {
    private static final Duration LENGTH = Duration.ofSeconds(60);
    private static final Duration RENEWAL = Duration.ofSeconds(20);

    private final Database database;
    private final InstantSource clock;
    private final int worker;
    private final String lease;

    /// The table has the columns `worker` and `leased_until`.
    public Leases(Database database, InstantSource clock, int worker, String table) {
        this.database = database;
        this.clock = clock;
        this.worker = worker;
        this.lease =
                "update "
                        + table
                        + " set worker = ?, leased_until = ?"
                        + " where id = ? and (worker is null or worker = ? or leased_until < ?)";
    }

    public Lease on(String id) {
        return new Lease(id);
    }

    /// What one follower has on its row.
    public final class Lease {
        private final String id;
        private @Nullable Instant confirmed;

        private Lease(String id) {
            this.id = id;
        }

        /// Whether this server serves the row; asks the store now and then, well before the lease ends.
        public boolean held() {
            Instant now = clock.instant();
            if (!database.dialect().isShared() || lately(now)) {
                return true;
            }
            Instant until = now.plus(LENGTH);
            boolean held =
                    database.write(tx -> tx.execute(lease, worker, until, id, worker, now)) == 1;
            confirmed = held ? now : null;
            return held;
        }

        /// In either direction: when the clock was set back meanwhile, another server may have it.
        private boolean lately(Instant now) {
            return confirmed != null
                    && Duration.between(confirmed, now).abs().compareTo(RENEWAL) < 0;
        }
    }
}
