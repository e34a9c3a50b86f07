package dev.waybill.server.delivery;

import dev.waybill.protocol.id.Snowflakes;
import dev.waybill.protocol.json.Json;
import dev.waybill.server.delivery.SweepTable.Waiting;
import dev.waybill.server.ledger.Ledger;
import dev.waybill.server.ledger.LedgerEntry;
import dev.waybill.server.store.Database;
import dev.waybill.server.store.Tx;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/// Sends again what was put off until now, and gives up what has waited too long.
///
/// Every delivery is looked at once when its time is over: a cursor over the messages tells how far that has come.
public final class DeliverySweep {
    private static final int PAGE = 500;

    private final Database database;
    private final Mailboxes mailboxes;
    private final DeliveryLimits limits;
    private final Outcomes outcomes;
    private final Ledger ledger;
    private final InstantSource clock;
    private final SweepTable table = new SweepTable();
    private final BookTable book;

    public DeliverySweep(
            Database database,
            Mailboxes mailboxes,
            DeliveryLimits limits,
            Outcomes outcomes,
            Ledger ledger,
            InstantSource clock) {
        this.database = database;
        this.mailboxes = mailboxes;
        this.limits = limits;
        this.outcomes = outcomes;
        this.ledger = ledger;
        this.clock = clock;
        this.book = new BookTable(limits.timeToLive());
    }

    /// What was deferred until now, or failed and may be tried again, gets a new place and a new id.
    public void sendAgain() {
        Instant now = clock.instant();
        List<Waiting> due = database.read(tx -> table.due(tx, now, PAGE));
        if (!due.isEmpty()) {
            database.write(
                    tx -> {
                        table.due(tx, now, PAGE).forEach(waiting -> sendAgain(tx, waiting, now));
                        return due.size();
                    });
        }
    }

    public void giveUp() {
        Instant now = clock.instant();
        long horizon = Snowflakes.floorOf(now.minus(limits.timeToLive()));
        while (database.read(table::progress) < horizon) {
            database.write(tx -> giveUp(tx, horizon, now));
        }
    }

    private void sendAgain(Tx tx, Waiting waiting, Instant now) {
        table.again(tx, waiting, now)
                .ifPresent(seq -> tx.afterCommit(() -> mailboxes.grown(waiting.agent(), seq)));
    }

    private long giveUp(Tx tx, long horizon, Instant now) {
        List<Waiting> old = table.tooOld(tx, table.progress(tx), horizon, PAGE);
        old.forEach(waiting -> giveUp(tx, waiting, now));
        long to = old.size() < PAGE ? horizon : old.getLast().message().value() - 1;
        table.progress(tx, to);
        return to;
    }

    private void giveUp(Tx tx, Waiting waiting, Instant now) {
        book.deadLettered(tx, waiting.agent(), waiting.seq(), DeadErrors.TTL_EXPIRED, now);
        ObjectNode data = about(waiting);
        String id = data.path("delivery_id").asString();
        ledger.append(
                tx,
                waiting.workspace(),
                new LedgerEntry(
                        "delivery.failed", waiting.channel(), waiting.agent(), id, data, now));
        outcomes.tellSender(tx, waiting.sender(), id, data);
        tx.afterCommit(
                () -> mailboxes.with(waiting.agent(), mailbox -> mailbox.settled(waiting.seq())));
    }

    private static ObjectNode about(Waiting waiting) {
        ObjectNode data = Json.emptyObject();
        data.put(
                "delivery_id",
                DeliveryIds.of(waiting.message(), waiting.agent(), waiting.attempt()).value());
        data.put("message_id", waiting.message().text());
        data.put("error", DeadErrors.TTL_EXPIRED);
        data.put("retryable", false);
        data.put("target_agent_id", waiting.agent().text());
        data.put("target_agent_name", waiting.agentName());
        data.put("seq", waiting.seq());
        data.put("reason", "ttl_expired");
        return data;
    }
}
