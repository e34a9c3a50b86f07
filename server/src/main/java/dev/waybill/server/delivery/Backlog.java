package dev.waybill.server.delivery;

import dev.waybill.server.store.Database;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/// What waits in the store for an agent that is not caught up.
final class Backlog {
    private final Database database;
    private final MailboxTable mailboxes;
    private final Expiry expiry;
    private final DeliveryLimits limits;
    private final InstantSource clock;

    Backlog(
            Database database,
            MailboxTable mailboxes,
            Expiry expiry,
            DeliveryLimits limits,
            InstantSource clock) {
        this.database = database;
        this.mailboxes = mailboxes;
        this.expiry = expiry;
        this.limits = limits;
        this.clock = clock;
    }

    List<Item> after(Addressee agent, long seq, int limit) {
        return database.read(tx -> mailboxes.page(tx, agent, seq, limit));
    }

    /// The same without waiting for it.
    CompletableFuture<List<Item>> begin(Addressee agent, long seq, int limit) {
        return CompletableFuture.supplyAsync(
                () -> after(agent, seq, limit),
                reading -> Thread.ofVirtual().name("ahead-" + agent.id()).start(reading));
    }

    /// Gives what is not urgent and comes after `from` new places behind everything else.
    void putUrgentFirst(Mailbox mailbox, long from) {
        database.write(
                tx -> {
                    long to = mailboxes.putUrgentFirst(tx, mailbox.agent(), from);
                    tx.afterCommit(() -> mailbox.ordered(to));
                    return to;
                });
    }

    /// The delivery at that place is too late; its sender is told.
    void giveUp(Addressee agent, long seq) {
        Instant now = clock.instant();
        database.write(
                tx -> {
                    expiry.giveUp(tx, agent.id(), seq, now);
                    return seq;
                });
    }

    /// Whether its time is over.
    boolean expired(PostedMessage message) {
        return !message.expiresAt(limits.timeToLive()).isAfter(clock.instant());
    }
}
