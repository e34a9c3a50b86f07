package dev.waybill.server.delivery;

import dev.waybill.protocol.delivery.Delivery;
import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.NodeId;
import dev.waybill.protocol.id.Snowflakes;
import dev.waybill.protocol.json.Json;
import dev.waybill.server.delivery.BookTable.Entry;
import dev.waybill.server.delivery.PushTable.Claim;
import dev.waybill.server.delivery.PushTable.Head;
import dev.waybill.server.store.Database;
import dev.waybill.server.store.Tx;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The deliveries of agents that are reached by a POST, as rows of the store: each is claimed before it goes out, so that
/// of several servers one posts it, and what became of it is put down where everyone else's is.
public final class PushQueue {
    /// What was acknowledged over a socket just before the agent moved is written a little later.
    private static final Duration ACK_ON_ITS_WAY = Duration.ofMillis(100);

    private final Database database;
    private final Mailboxes mailboxes;
    private final AckWriter acks;
    private final Outcomes outcomes;
    private final DeliveryLimits limits;
    private final InstantSource clock;
    private final Duration lease;
    private final PushTable table;
    private final BookTable book;

    /// Nobody else has it; the chance that two processes draw the same number is nil.
    private final long holder = new SecureRandom().nextLong() >>> 1;

    /// Whoever has claimed a delivery answers for it within the `lease`, or loses it.
    public PushQueue(
            Database database,
            Json json,
            Mailboxes mailboxes,
            AckWriter acks,
            Outcomes outcomes,
            DeliveryLimits limits,
            InstantSource clock,
            Duration lease) {
        this.database = database;
        this.mailboxes = mailboxes;
        this.acks = acks;
        this.outcomes = outcomes;
        this.limits = limits;
        this.clock = clock;
        this.lease = lease;
        this.table = new PushTable(json);
        this.book = new BookTable(limits.timeToLive());
    }

    /// An agent that a node of kind http_push hosts, and whether something waits for it.
    public record Bound(Addressee agent, NodeId node, boolean waiting) {}

    /// A delivery that this server has claimed, with the number of this attempt to post it.
    public record Parcel(Addressee agent, Item.Letter letter, int attempt) {}

    /// What there is to do for a node.
    public sealed interface Next {
        record Ready(Parcel parcel) implements Next {}

        /// Something waits, and nothing can be posted before then.
        record Later(Instant at) implements Next {}

        record Nothing() implements Next {}
    }

    public List<Bound> bound() {
        return database.read(tx -> table.bound(tx, newerThan()));
    }

    /// Where the agent is reached by a POST; empty if it is not.
    public Optional<Bound> bound(AgentId agent) {
        return database.read(tx -> table.bound(tx, agent, newerThan()));
    }

    /// Claims the next delivery for the node. An agent's deliveries go out one after the other: as long as one is with a
    /// server, or waits to be tried again, none after it does.
    public Next next(NodeId node) {
        Instant now = clock.instant();
        List<Head> heads = database.read(tx -> table.heads(tx, node, newerThan()));
        for (Head head : heads) {
            if (!due(head, now).isAfter(now)) {
                Optional<Parcel> parcel = claim(node, head, now);
                return parcel.<Next>map(Next.Ready::new)
                        .orElseGet(() -> new Next.Later(now.plus(ACK_ON_ITS_WAY)));
            }
        }
        return heads.stream()
                .map(head -> due(head, now))
                .min(Instant::compareTo)
                .<Next>map(Next.Later::new)
                .orElseGet(Next.Nothing::new);
    }

    /// It has arrived; the receiver acknowledges it later.
    public void arrived(Parcel parcel) {
        change(
                parcel,
                tx -> {
                    Instant now = clock.instant();
                    long seq = parcel.letter().seq();
                    if (table.arrived(tx, parcel.agent().id(), seq, now)) {
                        entry(tx, parcel)
                                .ifPresent(
                                        entry ->
                                                outcomes.accepted(
                                                        tx,
                                                        parcel.agent().workspace(),
                                                        entry.item(),
                                                        now));
                    }
                });
    }

    public void acked(Parcel parcel) {
        settle(
                parcel,
                null,
                (tx, entry, now) -> {
                    book.acked(tx, entry.delivery(), now);
                    outcomes.delivered(tx, parcel.agent().workspace(), entry.item(), now);
                });
    }

    /// It is posted again then, by whoever is there.
    public void putOff(Parcel parcel, Instant until, String error) {
        change(
                parcel,
                tx ->
                        table.putOff(
                                tx,
                                parcel.agent().id(),
                                parcel.letter().seq(),
                                holder,
                                until,
                                error));
    }

    /// It is not posted any more, and the sender is told.
    public void giveUp(Parcel parcel, String error) {
        settle(
                parcel,
                error,
                (tx, entry, now) -> {
                    Delivery delivery = entry.delivery();
                    book.deadLettered(tx, delivery.agentId(), delivery.seq(), error, now);
                    outcomes.failed(tx, parcel.agent().workspace(), entry.item(), error, null, now);
                });
    }

    /// Nobody knows whether it has arrived; another may post it at once.
    public void release(Parcel parcel) {
        change(parcel, tx -> table.release(tx, parcel.agent().id(), parcel.letter().seq(), holder));
    }

    private interface Settlement {
        void apply(Tx tx, Entry entry, Instant now);
    }

    /// A delivery that was settled meanwhile stays as it is.
    private void settle(Parcel parcel, @Nullable String error, Settlement settlement) {
        AgentId agent = parcel.agent().id();
        long seq = parcel.letter().seq();
        change(
                parcel,
                tx -> {
                    entry(tx, parcel)
                            .filter(entry -> isOpen(entry))
                            .ifPresent(entry -> settlement.apply(tx, entry, clock.instant()));
                    table.letGo(tx, agent, seq, error);
                    long acked = book.advance(tx, agent);
                    tx.afterCommit(
                            () ->
                                    mailboxes.with(
                                            agent,
                                            mailbox -> {
                                                mailbox.settled(seq);
                                                mailbox.acked(acked);
                                            }));
                });
    }

    private void change(Parcel parcel, Consumer<Tx> change) {
        database.write(
                tx -> {
                    change.accept(tx);
                    return parcel;
                });
    }

    private Optional<Parcel> claim(NodeId node, Head head, Instant now) {
        Optional<Item.Letter> letter = database.read(tx -> table.letter(tx, head, oldest(now)));
        if (letter.isEmpty()) {
            return Optional.empty();
        }
        Claim claim = new Claim(holder, now, now.plus(lease));
        return database.write(tx -> table.claim(tx, node, head, claim))
                .map(attempt -> new Parcel(head.agent(), letter.get(), attempt));
    }

    private Instant due(Head head, Instant now) {
        return head.seq() <= acks.noted(head.agent().id()).settled()
                ? now.plus(ACK_ON_ITS_WAY)
                : head.due();
    }

    private Optional<Entry> entry(Tx tx, Parcel parcel) {
        Item.Letter letter = parcel.letter();
        return book.find(
                tx, new DeliveryIds(letter.message(), parcel.agent().id(), letter.attempt()));
    }

    private static boolean isOpen(Entry entry) {
        return entry.kept() == null
                && switch (entry.delivery().status()) {
                    case QUEUED, DELIVERED -> true;
                    case ACKED, FAILED, DEAD_LETTERED -> false;
                };
    }

    /// Messages up to this id are too old to be posted.
    private long newerThan() {
        return Snowflakes.floorOf(oldest(clock.instant()));
    }

    private Instant oldest(Instant now) {
        return now.minus(limits.timeToLive());
    }
}
