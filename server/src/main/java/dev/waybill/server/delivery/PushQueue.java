package dev.waybill.server.delivery;

import dev.waybill.protocol.delivery.DeadReason;
import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.NodeId;
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
import org.jspecify.annotations.Nullable;

/// The deliveries of agents that are reached by a POST, as rows of the store: each is claimed before it goes out, so that
/// of several servers one posts it, and what became of it is put down where everyone else's is.
public final class PushQueue {
    /// What was acknowledged over a socket just before the agent moved is written a little later.
    private static final Duration ACK_ON_ITS_WAY = Duration.ofMillis(100);

    private final Database database;
    private final AckWriter acks;
    private final Outcomes outcomes;
    private final Settlements settlements;
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
        this.acks = acks;
        this.outcomes = outcomes;
        this.clock = clock;
        this.lease = lease;
        this.table = new PushTable(json, limits.timeToLive());
        this.book = new BookTable(limits.timeToLive());
        this.settlements = new Settlements(book, outcomes, mailboxes);
    }

    /// An agent that a node of kind http_push hosts, and whether something waits for it.
    public record Bound(Addressee agent, NodeId node, boolean waiting) {}

    /// A delivery that this server has claimed, with the number of this attempt to post it.
    public record Parcel(Addressee agent, Item.Letter letter, int attempt) {
        DeliveryIds id() {
            return new DeliveryIds(letter.message(), agent.id(), letter.attempt());
        }
    }

    /// What there is to do for a node.
    public sealed interface Next {
        record Ready(Parcel parcel) implements Next {}

        /// Something waits, and nothing can be posted before then.
        record Later(Instant at) implements Next {}

        record Nothing() implements Next {}
    }

    public List<Bound> bound() {
        return database.read(tx -> table.bound(tx, clock.instant()));
    }

    /// Where the agent is reached by a POST; empty if it is not.
    public Optional<Bound> bound(AgentId agent) {
        return database.read(tx -> table.bound(tx, agent, clock.instant()));
    }

    /// Claims the next delivery for the node. An agent's deliveries go out one after the other: as long as one is with a
    /// server, or waits to be tried again, none after it does.
    public Next next(NodeId node) {
        Instant now = clock.instant();
        List<Head> heads = database.read(tx -> table.heads(tx, node, now));
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
                (tx, now) -> {
                    if (table.arrived(tx, parcel.id(), now)) {
                        book.find(tx, parcel.id())
                                .ifPresent(
                                        entry ->
                                                outcomes.accepted(
                                                        tx,
                                                        parcel.agent().workspace(),
                                                        entry.item(),
                                                        new Report.Accepted(false, null),
                                                        now));
                    } else {
                        // The receiver was quicker with its word than with its answer.
                        table.release(tx, parcel.id(), holder);
                    }
                });
    }

    public void acked(Parcel parcel) {
        settle(
                parcel,
                null,
                (tx, entry, now) ->
                        settlements.settle(
                                tx,
                                parcel.agent().workspace(),
                                entry,
                                new Report.Delivered(null),
                                now));
    }

    /// It is posted again then, by whoever is there.
    public void putOff(Parcel parcel, Instant until, String error) {
        change(parcel, (tx, _) -> table.putOff(tx, parcel.id(), holder, until, error));
    }

    /// It is not posted any more, and the sender is told.
    public void giveUp(Parcel parcel, String error) {
        settle(
                parcel,
                error,
                (tx, entry, now) -> {
                    book.deadLettered(
                            tx,
                            parcel.agent().id(),
                            entry.seq(),
                            DeadReason.ATTEMPTS_EXHAUSTED,
                            error,
                            now);
                    outcomes.lost(tx, loss(parcel, entry, error), now);
                });
    }

    /// Nobody knows whether it has arrived; another may post it at once.
    public void release(Parcel parcel) {
        change(parcel, (tx, _) -> table.release(tx, parcel.id(), holder));
    }

    private interface Change {
        void apply(Tx tx, Instant now);
    }

    private interface Settling {
        void apply(Tx tx, Entry entry, Instant now);
    }

    /// A delivery that was settled meanwhile stays as it is.
    private void settle(Parcel parcel, @Nullable String error, Settling settling) {
        change(
                parcel,
                (tx, now) ->
                        book.find(tx, parcel.id())
                                .ifPresent(
                                        entry -> {
                                            if (entry.state() == DeliveryState.OPEN) {
                                                settling.apply(tx, entry, now);
                                            }
                                            table.letGo(tx, parcel.id(), error);
                                            settlements.passOver(
                                                    tx, parcel.agent().id(), entry.seq());
                                        }));
    }

    private void change(Parcel parcel, Change change) {
        database.write(
                tx -> {
                    change.apply(tx, clock.instant());
                    return parcel;
                });
    }

    private Optional<Parcel> claim(NodeId node, Head head, Instant now) {
        Optional<Item.Letter> letter = database.read(tx -> table.letter(tx, head));
        if (letter.isEmpty()) {
            return Optional.empty();
        }
        Claim claim = new Claim(holder, now, now.plus(lease));
        return database.write(tx -> table.claim(tx, node, head, claim))
                .map(attempt -> new Parcel(head.agent(), letter.get(), attempt));
    }

    private static Outcomes.Loss loss(Parcel parcel, Entry entry, String error) {
        PostedMessage message = parcel.letter().posted();
        return new Outcomes.Loss(
                message.workspace(),
                message.room().id(),
                message.id(),
                message.sender(),
                parcel.agent().id(),
                parcel.agent().name(),
                parcel.letter().delivery(),
                entry.seq(),
                DeadReason.ATTEMPTS_EXHAUSTED.wire(),
                error);
    }

    private Instant due(Head head, Instant now) {
        return head.seq() <= acks.noted(head.agent().id()).settled()
                ? now.plus(ACK_ON_ITS_WAY)
                : head.due();
    }
}
