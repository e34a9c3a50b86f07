package dev.waybill.server.source;

import dev.waybill.protocol.delivery.DeliveryTerms;
import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.outbound.DeliveryHandle;
import dev.waybill.protocol.outbound.ShortId;
import dev.waybill.server.delivery.Waits;
import dev.waybill.server.source.KeptEntry.Mail;
import dev.waybill.server.source.KeptEntry.Snapshot;
import dev.waybill.server.store.Tx;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Makes entries of items and has them posted.
final class Entries {
    private static final int LOOK_EVERY = 64;

    private final EntryTable entries;
    private final InboxTable inboxes;
    private final Postbox postbox;
    private final Chronicle chronicle;
    private final RandomGenerator random;
    private final Waits<AgentId> arrivals;
    private final Consumer<AgentId> watched;
    private final Consumer<AgentId> crowded;

    /// `watched` hears whose mailbox is to be looked after from now on, and `crowded`, now and then, whose inbox may be full.
    Entries(
            EntryTable entries,
            InboxTable inboxes,
            Postbox postbox,
            Chronicle chronicle,
            RandomGenerator random,
            Waits<AgentId> arrivals,
            Consumer<AgentId> watched,
            Consumer<AgentId> crowded) {
        this.entries = entries;
        this.inboxes = inboxes;
        this.postbox = postbox;
        this.chronicle = chronicle;
        this.random = random;
        this.arrivals = arrivals;
        this.watched = watched;
        this.crowded = crowded;
    }

    /// An entry of these items of one agent; a single one, or a snapshot of a thread.
    KeptEntry add(
            Tx tx, List<KeptItem> items, String summary, @Nullable Snapshot digest, Instant now) {
        KeptItem first = items.getFirst();
        AgentId agent = first.agent();
        KeptEntry entry =
                new KeptEntry(
                        ShortId.mint("ent", random),
                        first.workspace(),
                        agent,
                        inboxes.next(tx, first.workspace(), agent),
                        digest,
                        summary,
                        items.size(),
                        earliest(items),
                        latest(items),
                        handle(items),
                        terms(items),
                        Mail.WAITING,
                        null,
                        null,
                        null);
        entries.insert(tx, entry, items, now);
        chronicle.entry(tx, entry, "told", now);
        postbox.post(tx, agent, now);
        tx.afterCommit(
                () -> {
                    watched.accept(agent);
                    if (entry.sequence() % LOOK_EVERY == 0) {
                        crowded.accept(agent);
                    }
                    arrivals.ring(agent);
                });
        return entry;
    }

    /// Only where an answer to any of them would go to the same place.
    private static @Nullable DeliveryHandle handle(List<KeptItem> items) {
        DeliveryHandle handle = items.getFirst().handle();
        return handle != null && items.stream().allMatch(item -> handle.equals(item.handle()))
                ? handle
                : null;
    }

    /// What came last says how all of it is delivered, but what is urgent stays so.
    private static DeliveryTerms terms(List<KeptItem> items) {
        return items.stream()
                .map(KeptItem::terms)
                .filter(DeliveryTerms::urgent)
                .findFirst()
                .orElse(items.getLast().terms());
    }

    private static Instant earliest(List<KeptItem> items) {
        return items.stream().map(KeptItem::occurredAt).min(Instant::compareTo).orElseThrow();
    }

    private static Instant latest(List<KeptItem> items) {
        return items.stream().map(KeptItem::occurredAt).max(Instant::compareTo).orElseThrow();
    }
}
