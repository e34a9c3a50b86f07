package dev.waybill.server.source;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.source.InboxAck;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Tx;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Settles entries and the items in them, whether the agent says so or its session has got the message.
final class Settling {
    private static final int AT_ONCE = 500;

    private final EntryTable entries;
    private final ItemTable items;
    private final ThreadTable threads = new ThreadTable();
    private final Digests digests;
    private final Postbox postbox;
    private final Chronicle chronicle;

    Settling(Json json, Digests digests, Postbox postbox, Chronicle chronicle) {
        this.entries = new EntryTable(json);
        this.items = new ItemTable(json);
        this.digests = digests;
        this.postbox = postbox;
        this.chronicle = chronicle;
    }

    /// What its session has got by now is settled, and what waited for room gets it.
    void look(Tx tx, AgentId agent, Instant now) {
        settle(tx, postbox.delivered(tx, agent, now), now);
        postbox.post(tx, agent, now);
    }

    /// How many were settled, and whether there may be more of them to settle.
    record Acked(int count, boolean more) {}

    Acked ack(Tx tx, WorkspaceId workspace, AgentId agent, InboxAck wanted, Instant now) {
        List<String> ids = wanted.entryIds();
        if (ids != null) {
            List<KeptEntry> named =
                    ids.stream().distinct().map(id -> named(tx, workspace, agent, id)).toList();
            return new Acked(settle(tx, named, now), false);
        }
        String through = wanted.throughEntryId();
        long last =
                through == null ? Long.MAX_VALUE : named(tx, workspace, agent, through).sequence();
        List<KeptEntry> visible = entries.visibleThrough(tx, agent, last, AT_ONCE);
        return new Acked(settle(tx, visible, now), visible.size() == AT_ONCE);
    }

    /// By its own id or that of an item in it.
    KeptEntry named(ReadTx tx, WorkspaceId workspace, AgentId agent, String id) {
        return (id.startsWith("itm_") ? entries.ofItem(tx, id) : entries.find(tx, id))
                .filter(entry -> entry.workspace().equals(workspace))
                .filter(entry -> entry.agent().equals(agent))
                .orElseThrow(() -> new Refusal(Reason.UNKNOWN_ENTRY, "unknown inbox entry: " + id));
    }

    private int settle(Tx tx, List<KeptEntry> wanted, Instant now) {
        int settled = 0;
        Set<ThreadTable.Strand> touched = new LinkedHashSet<>();
        for (KeptEntry entry : wanted) {
            if (!entries.ack(tx, entry.id(), now)) {
                continue;
            }
            settled++;
            postbox.withdraw(tx, entries.find(tx, entry.id()).orElse(entry), now);
            if (entry.digest() != null) {
                touched.addAll(threads.ofEntry(tx, entry.id()));
            }
            items.ack(tx, entry.id(), now);
            chronicle.entry(tx, entry, "acked", now);
        }
        digests.settled(tx, List.copyOf(touched), now);
        return settled;
    }
}
