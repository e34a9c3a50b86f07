package dev.waybill.server.source;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.json.Json;
import dev.waybill.server.store.Database;
import dev.waybill.server.store.Tx;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Keeps inboxes bounded: where nobody reads, the oldest items are given up, and that is put on record.
final class Crowding {
    private static final int AT_ONCE = 200;

    private final Database database;
    private final InstantSource clock;
    private final int most;
    private final ItemTable items;
    private final EntryTable entries;
    private final ThreadTable threads = new ThreadTable();
    private final Digests digests;
    private final Postbox postbox;
    private final Losses losses;

    Crowding(
            Database database,
            InstantSource clock,
            Json json,
            int most,
            Digests digests,
            Postbox postbox,
            Losses losses) {
        this.database = database;
        this.clock = clock;
        this.most = most;
        this.items = new ItemTable(json);
        this.entries = new EntryTable(json);
        this.digests = digests;
        this.postbox = postbox;
        this.losses = losses;
    }

    void look(AgentId agent) {
        if (database.read(tx -> items.open(tx, agent)) <= most) {
            return;
        }
        while (database.write(tx -> giveUp(tx, agent)) == AT_ONCE) {
            // Others may write between.
        }
    }

    /// As many as are too many now: the agent may have settled some meanwhile.
    private int giveUp(Tx tx, AgentId agent) {
        int some = Math.clamp(items.open(tx, agent) - most, 0, AT_ONCE);
        Instant now = clock.instant();
        List<ItemTable.Ref> oldest = items.oldest(tx, agent, some);
        Set<ThreadTable.Strand> touched = new LinkedHashSet<>();
        for (ItemTable.Ref item : oldest) {
            entries.ofItem(tx, item.id())
                    .filter(entry -> entry.digest() == null)
                    .ifPresent(entry -> giveUp(tx, entry, now));
            touched.addAll(threads.ofItem(tx, item.id()));
            items.end(tx, item.id(), now);
            losses.crowded(tx, item, now);
        }
        digests.settled(tx, List.copyOf(touched), now);
        return oldest.size();
    }

    private void giveUp(Tx tx, KeptEntry entry, Instant now) {
        entries.ack(tx, entry.id(), now);
        postbox.withdraw(tx, entry, now);
        entries.mail(tx, entry.id(), KeptEntry.Mail.LOST);
    }
}
