package dev.waybill.server.source;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.outbound.ShortId;
import dev.waybill.server.source.KeptEntry.Snapshot;
import dev.waybill.server.source.ThreadTable.Strand;
import dev.waybill.server.store.Tx;
import java.time.Instant;
import java.util.List;
import java.util.random.RandomGenerator;

/// Gathers items that belong together and tells them as one: each time as a new snapshot of all that is not settled, which
/// takes the place of the one before.
final class Digests {
    static final int MOST = 100;

    private final ThreadTable threads = new ThreadTable();
    private final ItemTable items;
    private final EntryTable table;
    private final Entries entries;
    private final Postbox postbox;
    private final RandomGenerator random;

    Digests(Json json, Entries entries, Postbox postbox, RandomGenerator random) {
        this.items = new ItemTable(json);
        this.table = new EntryTable(json);
        this.entries = entries;
        this.postbox = postbox;
        this.random = random;
    }

    /// As many as may be gathered do not wait; those that come after them do until they are as many again.
    void add(Tx tx, Inbox inbox, KeptItem item, Grouping grouping, Instant now) {
        Strand thread = thread(tx, inbox, item, grouping, now);
        threads.add(tx, thread.id(), item.id());
        if (grouping.immediate() || threads.openItems(tx, thread.id()) % inbox.maxItems() == 0) {
            tell(tx, thread, now);
        } else {
            threads.wait(tx, thread.id(), now.plus(inbox.window()));
        }
    }

    private Strand thread(Tx tx, Inbox inbox, KeptItem item, Grouping grouping, Instant now) {
        String key = grouping.key(item.sourceId());
        Strand known = threads.open(tx, item.agent(), key).orElse(null);
        if (known != null && !known.createdAt().plus(inbox.maxAge()).isBefore(now)) {
            return known;
        }
        if (known != null) {
            end(tx, known, now);
        }
        Strand fresh =
                new Strand(
                        ShortId.mint("thr", random),
                        item.workspace(),
                        item.agent(),
                        item.sourceId(),
                        key,
                        grouping.resource(),
                        grouping.family(),
                        0,
                        null,
                        true,
                        now);
        threads.insert(tx, fresh);
        return fresh;
    }

    /// One that is too old tells what it has not told yet, and takes no more.
    private void end(Tx tx, Strand thread, Instant now) {
        tellIfNew(tx, thread, now);
        threads.close(tx, thread.id());
    }

    /// What was gathered long enough.
    void tellDue(Tx tx, int atMost, Instant now) {
        threads.due(tx, now, atMost).forEach(thread -> tellIfNew(tx, thread, now));
    }

    private void tellIfNew(Tx tx, Strand thread, Instant now) {
        List<KeptItem> open = items.openOfThread(tx, thread.id(), MOST);
        List<String> told =
                thread.latest() == null
                        ? List.of()
                        : items.refsOfEntry(tx, thread.latest()).stream()
                                .map(ItemTable.Ref::id)
                                .toList();
        if (open.stream().anyMatch(item -> !told.contains(item.id()))) {
            tell(tx, thread, now);
        } else if (open.isEmpty()) {
            threads.close(tx, thread.id());
        }
    }

    /// Items of these threads were settled: a snapshot that tells of them no longer holds.
    void settled(Tx tx, List<Strand> touched, Instant now) {
        for (Strand thread : touched) {
            boolean stale = shown(tx, thread);
            if (threads.openItems(tx, thread.id()) == 0) {
                supersede(tx, thread, now);
                threads.close(tx, thread.id());
            } else if (stale) {
                tell(tx, thread, now);
            } else {
                threads.waitAtMost(tx, thread.id(), now);
            }
        }
    }

    /// Whether its latest snapshot is still to be read.
    private boolean shown(Tx tx, Strand thread) {
        return thread.latest() != null
                && table.find(tx, thread.latest()).filter(KeptEntry::visible).isPresent();
    }

    private void tell(Tx tx, Strand thread, Instant now) {
        List<KeptItem> open = items.openOfThread(tx, thread.id(), MOST);
        if (open.isEmpty()) {
            return;
        }
        supersede(tx, thread, now);
        long revision = thread.revision() + 1;
        KeptEntry entry =
                entries.add(
                        tx,
                        open,
                        thread.resource() + " " + thread.family(),
                        new Snapshot(thread.id(), revision),
                        now);
        threads.told(tx, thread.id(), revision, entry.id());
    }

    private void supersede(Tx tx, Strand thread, Instant now) {
        if (thread.latest() != null) {
            table.find(tx, thread.latest())
                    .filter(KeptEntry::visible)
                    .ifPresent(
                            entry -> {
                                postbox.withdraw(tx, entry, now);
                                table.supersede(tx, entry.id(), now);
                            });
        }
    }
}
