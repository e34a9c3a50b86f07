package dev.waybill.server.source;

import dev.waybill.protocol.delivery.DeliveryTerms;
import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.outbound.DeliveryHandle;
import dev.waybill.protocol.outbound.ShortId;
import dev.waybill.protocol.source.DirectItem;
import dev.waybill.protocol.source.DirectText;
import dev.waybill.protocol.source.InboxAck;
import dev.waybill.protocol.source.InboxEntry;
import dev.waybill.protocol.source.InboxEntryList;
import dev.waybill.protocol.source.InboxItem;
import dev.waybill.protocol.source.InboxPolicy;
import dev.waybill.protocol.source.InboxPolicyChange;
import dev.waybill.server.delivery.Waits;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.workspace.Caller;
import dev.waybill.server.workspace.Supplies;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// What agents find of what happened elsewhere, and what they say they have dealt with.
public final class Inboxes {
    public static final int MOST = 200;

    private static final String DIRECT_SOURCE = "__agentinbox_direct_text__";
    private static final String DIRECT_VARIANT = "agentinbox.direct_text_message";
    private static final int MOST_TEXT = 64_000;
    private static final int MOST_SENDER = 200;
    private static final long MOST_BYTES = 4L << 20;

    private final Supplies supplies;
    private final EntryTable entries;
    private final ItemTable items;
    private final InboxTable inboxes = new InboxTable();
    private final ThreadTable threads = new ThreadTable();
    private final Recipients recipients = new Recipients();
    private final Matching matching;
    private final Settling settling;
    private final Chronicle chronicle;
    private final Waits<AgentId> arrivals;
    private final Function<DeliveryHandle, List<String>> operations;

    Inboxes(
            Supplies supplies,
            Matching matching,
            Settling settling,
            Chronicle chronicle,
            Waits<AgentId> arrivals,
            Function<DeliveryHandle, List<String>> operations) {
        this.supplies = supplies;
        this.entries = new EntryTable(supplies.json());
        this.items = new ItemTable(supplies.json());
        this.matching = matching;
        this.settling = settling;
        this.chronicle = chronicle;
        this.arrivals = arrivals;
        this.operations = operations;
    }

    /// Which entries somebody wants to see: after which one, also settled ones, how many, and with what can be done there.
    public record Query(
            @Nullable String after, boolean includeAcked, int limit, boolean includeActions) {
        /// The same from another place on.
        public Query after(String entry) {
            return new Query(entry, includeAcked, limit, includeActions);
        }
    }

    /// Who they are for.
    public AgentId agent(Caller caller, String nameOrId) {
        return supplies.database().read(tx -> recipients.find(tx, caller, nameOrId));
    }

    public InboxEntryList list(Caller caller, String nameOrId, Query query) {
        return supplies.database()
                .read(
                        tx -> {
                            AgentId agent = recipients.find(tx, caller, nameOrId);
                            String after = query.after();
                            long from =
                                    after == null
                                            ? 0
                                            : settling.named(tx, caller.workspace(), agent, after)
                                                    .sequence();
                            List<KeptEntry> page =
                                    query.includeAcked()
                                            ? entries.all(tx, agent, from, query.limit())
                                            : entries.visible(tx, agent, from, query.limit());
                            return new InboxEntryList(
                                    agent.text(),
                                    Inbox.idOf(agent),
                                    shown(tx, page, query.includeActions()));
                        });
    }

    /// As many of them as are not too much at once, but at least one.
    private List<InboxEntry> shown(ReadTx tx, List<KeptEntry> page, boolean actions) {
        List<InboxEntry> shown = new ArrayList<>();
        long bytes = 0;
        for (KeptEntry entry : page) {
            InboxEntry one = shown(tx, entry, actions);
            InboxItem item = one.item();
            bytes += item == null ? 1_000 + 20L * one.itemIds().size() : weight(item);
            if (bytes > MOST_BYTES && !shown.isEmpty()) {
                break;
            }
            shown.add(one);
        }
        return shown;
    }

    private static long weight(InboxItem item) {
        return item.toString().length();
    }

    private InboxEntry shown(ReadTx tx, KeptEntry entry, boolean actions) {
        List<ItemTable.Ref> of = items.refsOfEntry(tx, entry.id());
        KeptItem single =
                entry.digest() == null && !of.isEmpty()
                        ? items.find(tx, entry.workspace(), of.getFirst().id()).orElse(null)
                        : null;
        ThreadTable.Strand thread =
                entry.digest() == null
                        ? null
                        : threads.find(tx, entry.digest().thread()).orElse(null);
        DeliveryHandle handle = entry.handle();
        List<String> possible = handle == null ? List.of() : operations.apply(handle);
        return new InboxEntry(
                entry.id(),
                Inbox.idOf(entry.agent()),
                entry.kind(),
                entry.sequence(),
                of.isEmpty() ? "" : of.getFirst().id(),
                single == null ? null : single.sourceId(),
                single == null ? null : single.nativeId(),
                single == null ? null : single.variant(),
                single == null ? null : single.occurredAt(),
                entry.summary(),
                entry.count(),
                of.stream().map(ItemTable.Ref::id).toList(),
                of.stream().map(ItemTable.Ref::source).distinct().toList(),
                of.stream()
                        .map(ItemTable.Ref::subscription)
                        .filter(Objects::nonNull)
                        .distinct()
                        .toList(),
                entry.firstItemAt(),
                entry.lastItemAt(),
                handle,
                entry.ackedAt(),
                entry.supersededAt(),
                entry.digest() == null ? null : entry.digest().thread(),
                entry.digest() == null ? null : entry.digest().revision(),
                thread == null ? null : thread.groupKey(),
                thread == null ? null : thread.resource(),
                thread == null ? null : thread.family(),
                single == null ? null : single.shown(),
                actions ? possible : null);
    }

    public InboxItem item(Caller caller, String nameOrId, String id) {
        return supplies.database()
                .read(
                        tx -> {
                            AgentId agent = recipients.find(tx, caller, nameOrId);
                            return items.find(tx, caller.workspace(), id)
                                    .filter(item -> item.agent().equals(agent))
                                    .orElseThrow(
                                            () ->
                                                    new Refusal(
                                                            Reason.UNKNOWN_ITEM,
                                                            "unknown inbox item: " + id));
                        })
                .shown();
    }

    /// How many entries were settled by it.
    public int ack(Caller caller, String nameOrId, InboxAck wanted) {
        AgentId agent = agent(caller, nameOrId);
        int count = 0;
        Settling.Acked acked;
        do {
            acked =
                    supplies.database()
                            .write(
                                    tx ->
                                            settling.ack(
                                                    tx,
                                                    caller.workspace(),
                                                    agent,
                                                    wanted,
                                                    supplies.clock().instant()));
            count += acked.count();
        } while (acked.more());
        return count;
    }

    /// Words for an agent that come from no source.
    public DirectItem say(Caller caller, String nameOrId, DirectText text) {
        bounded("message", text.message(), MOST_TEXT);
        String sender = text.sender();
        if (sender != null) {
            bounded("sender", sender, MOST_SENDER);
        }
        return supplies.database()
                .write(
                        tx -> {
                            AgentId agent = recipients.receiving(tx, caller, nameOrId);
                            Instant now = supplies.clock().instant();
                            KeptItem item = direct(caller, agent, text, now);
                            matching.add(tx, item, "direct:" + DIRECT_VARIANT, now);
                            return new DirectItem(item.id(), Inbox.idOf(agent), true);
                        });
    }

    private KeptItem direct(Caller caller, AgentId agent, DirectText text, Instant now) {
        ObjectNode metadata = Json.emptyObject();
        metadata.put("message", text.message());
        metadata.put("sender", text.sender());
        metadata.put("sourceType", "direct");
        ObjectNode payload = Json.emptyObject();
        payload.put("message", text.message());
        String id = ShortId.mint("itm", supplies.random());
        return new KeptItem(
                id,
                caller.workspace(),
                agent,
                DIRECT_SOURCE,
                id,
                DIRECT_VARIANT,
                null,
                now,
                metadata,
                payload,
                null,
                null,
                DeliveryTerms.USUAL,
                null);
    }

    private static void bounded(String name, String text, int most) {
        if (text.isBlank() || text.length() > most) {
            throw new Refusal(
                    Reason.INVALID_REQUEST,
                    name + " is blank or longer than " + most + " characters");
        }
    }

    public InboxPolicy policy(Caller caller, String nameOrId) {
        return supplies.database()
                .read(
                        tx -> {
                            AgentId agent = recipients.find(tx, caller, nameOrId);
                            return inboxes.find(tx, agent).shown(agent);
                        });
    }

    public InboxPolicy change(Caller caller, String nameOrId, InboxPolicyChange wanted) {
        return supplies.database()
                .write(
                        tx -> {
                            AgentId agent = recipients.find(tx, caller, nameOrId);
                            inboxes.change(tx, caller.workspace(), agent, wanted);
                            chronicle.inbox(
                                    tx, caller.workspace(), agent, supplies.clock().instant());
                            return inboxes.find(tx, agent).shown(agent);
                        });
    }

    /// From now on no entry for the agent is missed, until the place is closed.
    public Waits<AgentId>.Place watch(AgentId agent) {
        return arrivals.enter(agent);
    }
}
