package dev.waybill.server.source;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.source.InboxCompacted;
import dev.waybill.server.store.Database;
import dev.waybill.server.store.Tx;
import dev.waybill.server.workspace.Supplies;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Forgets what is dealt with and what is old, a little at a time.
final class Retention {
    private static final int BATCH = 500;
    private static final int MOST_BATCHES = 100;

    private final Database database;
    private final InstantSource clock;
    private final EventTable events;
    private final ItemTable items;
    private final EntryTable entries;
    private final ThreadTable threads = new ThreadTable();
    private final Lifecycle lifecycle;
    private final SourceLimits limits;

    Retention(Supplies supplies, Lifecycle lifecycle, SourceLimits limits) {
        Json json = supplies.json();
        this.database = supplies.database();
        this.clock = supplies.clock();
        this.events = new EventTable(json);
        this.items = new ItemTable(json);
        this.entries = new EntryTable(json);
        this.lifecycle = lifecycle;
        this.limits = limits;
    }

    void sweep() {
        Instant now = clock.instant();
        batches(tx -> lifecycle.sweep(tx, now, BATCH));
        batches(tx -> events.forgetOld(tx, now.minus(limits.events()), BATCH) == BATCH);
        batches(
                tx -> {
                    entries.release(tx, now);
                    items.release(tx, now);
                    return false;
                });
        forgetItems(null);
        batches(tx -> entries.forgetOld(tx, now.minus(limits.ackedItems()), BATCH) == BATCH);
        batches(
                tx -> {
                    threads.forgetOld(tx);
                    return false;
                });
    }

    InboxCompacted compact(AgentId agent) {
        return new InboxCompacted(forgetItems(agent), limits.ackedItems().toMillis());
    }

    /// How many items were forgotten, of one agent or of all.
    private int forgetItems(@Nullable AgentId agent) {
        Instant before = clock.instant().minus(limits.ackedItems());
        int[] forgotten = {0};
        batches(
                tx -> {
                    List<String> old = items.old(tx, agent, before, BATCH);
                    items.delete(tx, old);
                    forgotten[0] += old.size();
                    return old.size() == BATCH;
                });
        return forgotten[0];
    }

    /// Does one batch in a transaction; true if there may be more.
    private interface Batch {
        boolean run(Tx tx);
    }

    private void batches(Batch batch) {
        for (int i = 0; i < MOST_BATCHES; i++) {
            if (!database.write(batch::run)) {
                return;
            }
        }
    }
}
