package dev.waybill.server.delivery;

import dev.waybill.protocol.delivery.Delivery;
import dev.waybill.protocol.delivery.DeliveryItem;
import dev.waybill.protocol.delivery.DeliveryStatus;
import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.server.delivery.BookTable.Entry;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.Database;
import dev.waybill.server.store.Tx;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/// Lets an agent look through its deliveries and say, of each, what became of it.
public final class DeliveryBook {
    public static final int MOST = 200;

    private final Database database;
    private final Mailboxes mailboxes;
    private final Attachments attachments;
    private final DeliveryLimits limits;
    private final InstantSource clock;
    private final BookTable book;
    private final Settlements settlements;

    public DeliveryBook(
            Database database,
            Mailboxes mailboxes,
            Attachments attachments,
            DeliveryLimits limits,
            Outcomes outcomes,
            InstantSource clock) {
        this.database = database;
        this.mailboxes = mailboxes;
        this.attachments = attachments;
        this.limits = limits;
        this.clock = clock;
        this.book = new BookTable(limits.timeToLive());
        this.settlements = new Settlements(book, outcomes, mailboxes);
    }

    /// Whose delivery it is.
    public record Holder(WorkspaceId workspace, AgentId agent) {}

    /// What is free to go and still waits for the agent, in the order it goes, and what is to be done when it has got
    /// that. Whoever asks settles its deliveries one by one from then on.
    public Listing open(AgentId agent, int limit) {
        long announced = attachments.announced(agent);
        attachments.settlesSingly(agent);
        return new Listing(openItems(agent, limit), () -> attachments.listed(agent, announced));
    }

    /// The same without what is put off.
    Listing free(AgentId agent, int limit) {
        long announced = attachments.announced(agent);
        attachments.settlesSingly(agent);
        Instant now = clock.instant();
        List<Entry> free = database.read(tx -> book.free(tx, agent, now, limit));
        return new Listing(shown(agent, free), () -> attachments.listed(agent, announced));
    }

    /// A list, and whom to tell when it has arrived.
    public record Listing(List<DeliveryItem> items, Runnable whenSent) {}

    public List<DeliveryItem> withStatus(AgentId agent, DeliveryStatus status, int limit) {
        return switch (status) {
            case QUEUED, DELIVERED ->
                    unsettled(agent).stream()
                            .filter(item -> item.delivery().status() == status)
                            .limit(limit)
                            .toList();
            case ACKED -> items(database.read(tx -> book.acked(tx, agent, limit)));
            case ACCEPTED, FAILED, DEAD_LETTERED ->
                    items(database.read(tx -> book.settled(tx, agent, status, limit)));
        };
    }

    /// Takes what a session says of a delivery. What is settled already stays as it is.
    public Delivery settle(Holder holder, String id, Report report) {
        own(holder, id);
        settlesSingly(holder.agent());
        return database.write(tx -> settle(tx, holder, id, report));
    }

    /// The same inside a transaction of the caller's, who has said before that the agent settles singly.
    public Delivery settle(Tx tx, Holder holder, String id, Report report) {
        DeliveryIds wanted = own(holder, id);
        Entry entry = book.find(tx, wanted).orElseThrow(() -> notFound(id));
        if (!settlements.settle(tx, holder.workspace(), entry, report, clock.instant())) {
            return entry.delivery();
        }
        settlements.passOver(tx, holder.agent(), entry.seq());
        return book.find(tx, wanted).orElseThrow().delivery();
    }

    /// The same from the owner of the workspace, for whichever agent it is; how that settles its deliveries stays as it is.
    public Delivery settleFor(WorkspaceId workspace, String id, Report report) {
        DeliveryIds wanted = DeliveryIds.parse(id).orElseThrow(() -> notFound(id));
        return database.write(
                tx -> {
                    if (!book.isIn(tx, workspace, wanted)) {
                        throw notFound(id);
                    }
                    return settle(tx, new Holder(workspace, wanted.agent()), id, report);
                });
    }

    /// From now on acks on its connection tell only what has arrived.
    public void settlesSingly(AgentId agent) {
        attachments.settlesSingly(agent);
    }

    private List<DeliveryItem> openItems(AgentId agent, int limit) {
        Instant now = clock.instant();
        return shown(agent, database.read(tx -> book.open(tx, agent, now, limit)));
    }

    /// What is open or held back.
    private List<DeliveryItem> unsettled(AgentId agent) {
        Instant now = clock.instant();
        return shown(agent, database.read(tx -> book.unsettled(tx, agent, now, limits.depth())));
    }

    private List<DeliveryItem> shown(AgentId agent, List<Entry> entries) {
        long sent = mailboxes.sent(agent);
        return items(entries).stream()
                .map(item -> wentOut(item, sent) ? delivered(item) : item)
                .toList();
    }

    /// What went out to a session that is connected here has been delivered, though nothing came back yet.
    private static boolean wentOut(DeliveryItem item, long sent) {
        Delivery delivery = item.delivery();
        return delivery.status() == DeliveryStatus.QUEUED
                && delivery.availableAt() == null
                && delivery.seq() > 0
                && delivery.seq() <= sent;
    }

    private static DeliveryItem delivered(DeliveryItem item) {
        return new DeliveryItem(item.delivery().delivered(), item.message());
    }

    private static List<DeliveryItem> items(List<Entry> entries) {
        return entries.stream().map(Entry::item).toList();
    }

    /// Who names somebody else's has not shown that it settles its own.
    private static DeliveryIds own(Holder holder, String id) {
        return DeliveryIds.parse(id)
                .filter(parsed -> parsed.agent().equals(holder.agent()))
                .orElseThrow(() -> notFound(id));
    }

    private static Refusal notFound(String id) {
        return new Refusal(Reason.DELIVERY_NOT_FOUND, "Delivery \"" + id + "\" not found");
    }
}
