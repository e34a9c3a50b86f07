package dev.waybill.server.delivery;

import dev.waybill.protocol.delivery.DeadReason;
import dev.waybill.protocol.id.AgentId;
import dev.waybill.server.delivery.SweepTable.Waiting;
import dev.waybill.server.store.Tx;
import java.time.Instant;

/// Gives up deliveries whose time is over, and tells their senders.
final class Expiry {
    private final Mailboxes mailboxes;
    private final Outcomes outcomes;
    private final BookTable book;
    private final SweepTable table = new SweepTable();

    Expiry(Mailboxes mailboxes, Outcomes outcomes, DeliveryLimits limits) {
        this.mailboxes = mailboxes;
        this.outcomes = outcomes;
        this.book = new BookTable(limits.timeToLive());
    }

    /// The delivery at that place of the agent's mailbox, unless it is settled.
    void giveUp(Tx tx, AgentId agent, long seq, Instant now) {
        table.unsettled(tx, agent, seq).ifPresent(waiting -> giveUp(tx, waiting, now));
    }

    void giveUp(Tx tx, Waiting waiting, Instant now) {
        DeadReason reason =
                waiting.deadlinePassed(now) ? DeadReason.DEADLINE_PASSED : DeadReason.TTL_EXPIRED;
        String error =
                reason == DeadReason.DEADLINE_PASSED
                        ? "delivery deadline passed"
                        : "delivery TTL expired";
        book.deadLettered(tx, waiting.agent(), waiting.seq(), reason, error, now);
        outcomes.lost(
                tx,
                new Outcomes.Loss(
                        waiting.workspace(),
                        waiting.channel(),
                        waiting.message(),
                        waiting.sender(),
                        waiting.agent(),
                        waiting.agentName(),
                        DeliveryIds.of(waiting.message(), waiting.agent(), waiting.attempt()),
                        Math.max(0, waiting.seq()),
                        reason.wire(),
                        error),
                now);
        tx.afterCommit(
                () -> mailboxes.with(waiting.agent(), mailbox -> mailbox.settled(waiting.seq())));
    }
}
