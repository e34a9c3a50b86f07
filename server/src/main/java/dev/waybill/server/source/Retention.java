package dev.waybill.server.source;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.source.InboxCompacted;
import dev.waybill.server.store.Database;
import dev.waybill.server.store.ReadTx;
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
    private static final int AGENTS = 20;

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
        Instant settled = now.minus(limits.ackedItems());
        lifecycle();
        batches(tx -> events.old(tx, now.minus(limits.events()), BATCH), events::delete);
        batches(
                tx -> entries.abandoned(tx, AGENTS),
                (tx, agents) ->
                        agents.forEach(
                                agent -> {
                                    entries.release(tx, agent, now);
                                    items.release(tx, agent, now);
                                }));
        forgetItems(null);
        batches(tx -> entries.old(tx, settled, BATCH), entries::delete);
        batches(tx -> threads.old(tx, BATCH), threads::delete);
    }

    private void lifecycle() {
        for (int i = 0; i < MOST_BATCHES; i++) {
            Instant now = clock.instant();
            if (!database.read(tx -> lifecycle.due(tx, now))
                    || !database.write(tx -> lifecycle.sweep(tx, now, BATCH))) {
                return;
            }
        }
    }

    InboxCompacted compact(AgentId agent) {
        return new InboxCompacted(forgetItems(agent), limits.ackedItems().toMillis());
    }

    /// How many items were forgotten, of one agent or of all.
    private int forgetItems(@Nullable AgentId agent) {
        Instant before = clock.instant().minus(limits.ackedItems());
        return batches(tx -> items.old(tx, agent, before, BATCH), items::delete);
    }

    /// What is to go.
    private interface Look<T> {
        List<T> at(ReadTx tx);
    }

    /// Lets it go.
    private interface Sweep<T> {
        void away(Tx tx, List<T> some);
    }

    /// Looks first, so that whoever writes waits only if there is something to do. How many went.
    private <T> int batches(Look<T> look, Sweep<T> sweep) {
        int gone = 0;
        for (int i = 0; i < MOST_BATCHES; i++) {
            List<T> some = database.read(look::at);
            if (some.isEmpty()) {
                return gone;
            }
            database.write(
                    tx -> {
                        sweep.away(tx, some);
                        return true;
                    });
            gone += some.size();
        }
        return gone;
    }
}
