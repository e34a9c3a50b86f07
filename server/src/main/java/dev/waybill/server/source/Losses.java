package dev.waybill.server.source;

import dev.waybill.server.store.Tx;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Instant;

/// Puts on record, and counts, what an agent was not told.
final class Losses {
    private final Chronicle chronicle;
    private final Counter undelivered;
    private final Counter crowded;

    Losses(Chronicle chronicle, MeterRegistry metrics) {
        this.chronicle = chronicle;
        this.undelivered = counter(metrics, "undelivered");
        this.crowded = counter(metrics, "inbox_full");
    }

    private static Counter counter(MeterRegistry metrics, String reason) {
        return Counter.builder("waybill.events.lost")
                .description("Items that an agent was not told, or that were given up unread")
                .tag("reason", reason)
                .register(metrics);
    }

    /// The agent's session could not take it. It is still in the inbox, to be read.
    void undelivered(Tx tx, KeptEntry entry, Instant now) {
        chronicle.lost(tx, entry.workspace(), entry.agent(), entry.id(), "undelivered", now);
        tx.afterCommit(undelivered::increment);
    }

    /// It had to make room for newer ones.
    void crowded(Tx tx, ItemTable.Ref item, Instant now) {
        chronicle.lost(tx, item.workspace(), item.agent(), item.id(), "inbox_full", now);
        tx.afterCommit(crowded::increment);
    }
}
