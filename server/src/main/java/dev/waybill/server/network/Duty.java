package dev.waybill.server.network;

import dev.waybill.server.network.transport.Link;
import dev.waybill.server.network.transport.Transport;
import dev.waybill.server.store.Database;
import dev.waybill.server.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Sees to it that of several servers on a database one publishes a message: the one that took it from its sender or, once
/// that one is gone or has had no carrier for a while, another. SQLite is used by one server, which need not wait.
final class Duty {
    static final Duration INTERVAL = Duration.ofSeconds(5);

    private static final Logger LOG = LoggerFactory.getLogger(Duty.class);
    private static final Duration SILENCE = INTERVAL.multipliedBy(4);

    private static final String SEEN =
            """
            insert into network_worker (worker, seen_at) values (?, ?)
            on conflict (worker) do update set seen_at = excluded.seen_at
            """;
    private static final String GONE = "delete from network_worker where worker = ?";

    private final Database database;
    private final InstantSource clock;
    private final int worker;
    private final Transport transport;
    private final Outbox outbox;
    private final OutboxTable table = new OutboxTable();

    Duty(Database database, InstantSource clock, int worker, Transport transport, Outbox outbox) {
        this.database = database;
        this.clock = clock;
        this.worker = worker;
        this.transport = transport;
        this.outbox = outbox;
    }

    /// Tells the others that this server publishes what it has, and takes what nobody else does. Without a carrier it
    /// does neither, so that one who has a carrier may.
    void tend() {
        if (transport.link().state() != Link.State.CONNECTED) {
            return;
        }
        Instant now = clock.instant();
        if (!alone()) {
            database.write(tx -> tx.execute(SEEN, worker, now));
        }
        if (database.read(tx -> table.hasOthers(tx, worker))) {
            int taken = database.write(tx -> table.takeOver(tx, worker, now.minus(SILENCE)));
            if (taken > 0) {
                LOG.atInfo()
                        .addKeyValue("messages", taken)
                        .log("What another server has not published is published here");
                outbox.wake();
            }
        }
    }

    /// Others need not wait.
    void end() {
        if (alone()) {
            return;
        }
        try {
            database.write(tx -> tx.execute(GONE, worker));
        } catch (StoreException e) {
            LOG.info("Other servers have to wait until this one is missed: {}", e.getMessage());
        }
    }

    private boolean alone() {
        return !database.dialect().isShared();
    }
}
