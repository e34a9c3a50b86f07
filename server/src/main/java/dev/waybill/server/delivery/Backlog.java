package dev.waybill.server.delivery;

import dev.waybill.server.store.Database;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/// What waits in the store for an agent that is not caught up.
final class Backlog {
    private final Database database;
    private final MailboxTable mailboxes;
    private final DeliveryLimits limits;
    private final InstantSource clock;

    Backlog(Database database, MailboxTable mailboxes, DeliveryLimits limits, InstantSource clock) {
        this.database = database;
        this.mailboxes = mailboxes;
        this.limits = limits;
        this.clock = clock;
    }

    List<Item> after(Addressee agent, long seq, int limit) {
        return database.read(tx -> mailboxes.page(tx, agent, seq, limit, oldest()));
    }

    /// Whether something sent then is too old to go out.
    boolean expired(Instant sent) {
        return !sent.isAfter(oldest());
    }

    private Instant oldest() {
        return clock.instant().minus(limits.timeToLive());
    }
}
