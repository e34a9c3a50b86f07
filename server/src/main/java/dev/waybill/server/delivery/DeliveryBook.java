package dev.waybill.server.delivery;

import dev.waybill.protocol.delivery.DeferredDelivery;
import dev.waybill.protocol.delivery.Delivery;
import dev.waybill.protocol.delivery.DeliveryItem;
import dev.waybill.protocol.delivery.DeliveryStatus;
import dev.waybill.protocol.delivery.FailedDelivery;
import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.server.delivery.BookTable.Entry;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.Database;
import dev.waybill.server.store.Tx;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Lets an agent look through its deliveries and say, of each, what became of it.
public final class DeliveryBook {
    public static final int MOST = 200;

    private static final int MAX_ATTEMPTS = 8;
    private static final Duration FIRST_RETRY = Duration.ofSeconds(5);
    private static final Duration LONGEST_RETRY = Duration.ofMinutes(5);

    private final Database database;
    private final Mailboxes mailboxes;
    private final Attachments attachments;
    private final DeliveryLimits limits;
    private final InstantSource clock;
    private final BookTable book;
    private final Outcomes outcomes;

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
        this.outcomes = outcomes;
    }

    /// Whose delivery it is.
    public record Holder(WorkspaceId workspace, AgentId agent) {}

    /// What still waits for the agent, oldest first, and what is to be done when it has got that. Whoever asks settles its
    /// deliveries one by one from then on.
    public Listing open(AgentId agent, int limit) {
        long announced = attachments.announced(agent);
        attachments.settlesSingly(agent);
        return new Listing(openItems(agent, limit), () -> attachments.listed(agent, announced));
    }

    /// A list, and whom to tell when it has arrived.
    public record Listing(List<DeliveryItem> items, Runnable whenSent) {}

    public List<DeliveryItem> withStatus(AgentId agent, DeliveryStatus status, int limit) {
        return switch (status) {
            case QUEUED, DELIVERED ->
                    openItems(agent, limits.depth()).stream()
                            .filter(item -> item.delivery().status() == status)
                            .limit(limit)
                            .toList();
            case ACKED -> items(database.read(tx -> book.acked(tx, agent, limit)));
            case FAILED, DEAD_LETTERED ->
                    items(database.read(tx -> book.settled(tx, agent, status, limit)));
        };
    }

    /// Settled, unless it was before.
    public Delivery ack(Holder holder, String id) {
        return change(
                holder,
                id,
                (tx, entry, now) -> {
                    book.acked(tx, entry.delivery(), now);
                    outcomes.delivered(tx, holder.workspace(), entry.item(), now);
                });
    }

    public Delivery fail(Holder holder, String id, FailedDelivery failed) {
        boolean retryable = Boolean.TRUE.equals(failed.retryable());
        return change(
                holder,
                id,
                (tx, entry, now) -> {
                    if ("failed".equals(entry.kept())) {
                        return;
                    }
                    Instant again = retryable ? nextAttempt(entry.delivery(), now) : null;
                    book.failed(tx, entry.delivery(), failed.error(), retryable, again, now);
                    outcomes.failed(
                            tx, holder.workspace(), entry.item(), failed.error(), again, now);
                });
    }

    public Delivery defer(Holder holder, String id, DeferredDelivery deferred) {
        return change(
                holder,
                id,
                (tx, entry, now) -> {
                    if (isSame(entry, deferred)) {
                        return;
                    }
                    book.deferred(
                            tx, entry.delivery(), deferred.availableAt(), deferred.reason(), now);
                    outcomes.deferred(tx, holder.workspace(), entry.item(), deferred, now);
                });
    }

    private interface Change {
        void apply(Tx tx, Entry entry, Instant now);
    }

    private Delivery change(Holder holder, String id, Change change) {
        DeliveryIds wanted =
                DeliveryIds.parse(id)
                        .filter(parsed -> parsed.agent().equals(holder.agent()))
                        .orElseThrow(() -> notFound(id));
        attachments.settlesSingly(holder.agent());
        return database.write(
                tx -> {
                    Entry entry = book.find(tx, wanted).orElseThrow(() -> notFound(id));
                    if (isFinal(entry)) {
                        return entry.delivery();
                    }
                    change.apply(tx, entry, clock.instant());
                    settled(tx, entry.delivery());
                    return book.find(tx, wanted).orElseThrow().delivery();
                });
    }

    private void settled(Tx tx, Delivery delivery) {
        long acked = book.advance(tx, delivery.agentId());
        tx.afterCommit(
                () ->
                        mailboxes.with(
                                delivery.agentId(),
                                mailbox -> {
                                    mailbox.settled(delivery.seq());
                                    mailbox.acked(acked);
                                }));
    }

    private static boolean isFinal(Entry entry) {
        return switch (entry.delivery().status()) {
            case ACKED, DEAD_LETTERED -> true;
            case QUEUED, DELIVERED, FAILED -> "replaced".equals(entry.kept());
        };
    }

    private static boolean isSame(Entry entry, DeferredDelivery deferred) {
        Delivery delivery = entry.delivery();
        return "deferred".equals(entry.kept())
                && deferred.availableAt().toEpochMilli() == millis(delivery.availableAt())
                && Objects.equals(delivery.reason(), deferred.reason());
    }

    private static long millis(@Nullable Instant instant) {
        return instant == null ? -1 : instant.toEpochMilli();
    }

    private static @Nullable Instant nextAttempt(Delivery delivery, Instant now) {
        if (delivery.attempt() >= MAX_ATTEMPTS) {
            return null;
        }
        Duration pause = FIRST_RETRY.multipliedBy(1L << (delivery.attempt() - 1));
        return now.plus(pause.compareTo(LONGEST_RETRY) > 0 ? LONGEST_RETRY : pause);
    }

    private List<DeliveryItem> openItems(AgentId agent, int limit) {
        Instant oldest = clock.instant().minus(limits.timeToLive());
        long sent = mailboxes.sent(agent);
        return items(database.read(tx -> book.open(tx, agent, oldest, limit))).stream()
                .map(item -> item.delivery().seq() <= sent ? wentOut(item) : item)
                .toList();
    }

    /// What went out to a session that is connected here has been delivered, though nothing came back yet.
    private static DeliveryItem wentOut(DeliveryItem item) {
        Delivery d = item.delivery();
        return d.status() == DeliveryStatus.QUEUED && d.availableAt() == null
                ? new DeliveryItem(d.delivered(), item.message())
                : item;
    }

    private static List<DeliveryItem> items(List<Entry> entries) {
        return entries.stream().map(Entry::item).toList();
    }

    private static Refusal notFound(String id) {
        return new Refusal(Reason.DELIVERY_NOT_FOUND, "Delivery \"" + id + "\" not found");
    }
}
