package dev.waybill.server.delivery;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.NodeId;
import dev.waybill.protocol.id.Snowflakes;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Row;
import dev.waybill.server.store.Tx;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Finds and claims what is to be posted. A claim is a number of the process that has it, and ends by itself. What is
/// claimed is known by its name from then on, because its place may change.
final class PushTable {
    /// The next of an agent's deliveries that waits to be posted.
    private static final String HEAD =
            """
            select o.seq from delivery o
            where o.agent_id = a.id and o.seq > a.ack_seq and o.status is null and o.arrived_at is null
                and (o.expires_at > ? or (o.expires_at is null and o.message_id > ?))
            order by o.priority desc, o.seq limit 1
            """;

    private static final String BOUND =
            """
            select a.workspace_id, a.id, a.name, a.node_id,
                case when a.delivery_seq > a.ack_seq and exists (%s) then 1 else 0 end
            from agent a join node n on n.id = a.node_id
            where n.kind = 'http_push' and a.deleted_at is null"""
                    .formatted(HEAD);
    private static final String HEADS =
            """
            select a.workspace_id, a.id, a.name, d.seq, d.next_attempt_at,
                (select max(c.claim_until) from delivery c where c.agent_id = a.id and c.claim is not null)
            from agent a join delivery d on d.agent_id = a.id and d.seq = (%s)
            where a.node_id = ? and a.deleted_at is null and a.delivery_seq > a.ack_seq
            order by d.priority desc, d.message_id limit 1000
            """
                    .formatted(HEAD);
    private static final String CLAIM =
            """
            update delivery set claim = ?, claim_until = ?, dispatch_attempts = dispatch_attempts + 1
            where agent_id = ? and seq = ? and status is null and arrived_at is null
                and (claim is null or claim_until <= ?) and (next_attempt_at is null or next_attempt_at <= ?)
                and exists (select 1 from agent a
                    where a.id = delivery.agent_id and a.node_id = ? and a.ack_seq < delivery.seq)
            returning dispatch_attempts
            """;
    private static final String ARRIVED =
            """
            update delivery set arrived_at = ?, updated_at = ?, claim = null, claim_until = null,
                next_attempt_at = null, dispatch_error = null
            where message_id = ? and agent_id = ? and attempt = ? and status is null and arrived_at is null
                and seq > (select a.ack_seq from agent a where a.id = delivery.agent_id)
            """;
    private static final String PUT_OFF =
            """
            update delivery set claim = null, claim_until = null, next_attempt_at = ?, dispatch_error = ?
            where message_id = ? and agent_id = ? and attempt = ? and claim = ?
            """;
    private static final String LET_GO =
            """
            update delivery set claim = null, claim_until = null, next_attempt_at = null, dispatch_error = ?
            where message_id = ? and agent_id = ? and attempt = ?
            """;
    private static final String RELEASE =
            """
            update delivery set claim = null, claim_until = null
            where message_id = ? and agent_id = ? and attempt = ? and claim = ?
            """;

    private final MailboxTable mailboxes;

    private final Duration timeToLive;

    PushTable(Json json, Duration timeToLive) {
        this.mailboxes = new MailboxTable(json);
        this.timeToLive = timeToLive;
    }

    /// Where an agent's next delivery stands.
    record Head(
            Addressee agent,
            long seq,
            @Nullable Instant nextAttempt,
            @Nullable Instant claimedUntil) {
        /// When it may be posted, as far as this tells.
        Instant due() {
            Instant attempt = nextAttempt == null ? Instant.MIN : nextAttempt;
            Instant free = claimedUntil == null ? Instant.MIN : claimedUntil;
            return attempt.isAfter(free) ? attempt : free;
        }
    }

    List<PushQueue.Bound> bound(ReadTx tx, Instant now) {
        return tx.list(BOUND + " limit 1000000", PushTable::bound, now, newerThan(now));
    }

    Optional<PushQueue.Bound> bound(ReadTx tx, AgentId agent, Instant now) {
        return tx.first(BOUND + " and a.id = ?", PushTable::bound, now, newerThan(now), agent);
    }

    List<Head> heads(ReadTx tx, NodeId node, Instant now) {
        return tx.list(HEADS, PushTable::head, now, newerThan(now), node.value());
    }

    /// What the delivery says; empty if it is settled by now.
    Optional<Item.Letter> letter(ReadTx tx, Head head) {
        return mailboxes.page(tx, head.agent(), head.seq() - 1, 1).stream()
                .filter(item -> item.seq() == head.seq())
                .filter(Item.Letter.class::isInstance)
                .map(Item.Letter.class::cast)
                .findFirst();
    }

    /// How often it has been tried with this one; empty if another has it, or it need not be posted here.
    Optional<Integer> claim(Tx tx, NodeId node, Head head, Claim claim) {
        return tx.first(
                CLAIM,
                row -> (int) row.number(1),
                claim.holder(),
                claim.until(),
                head.agent().id(),
                head.seq(),
                claim.now(),
                claim.now(),
                node.value());
    }

    /// Who claims, from when until when.
    record Claim(long holder, Instant now, Instant until) {}

    boolean arrived(Tx tx, DeliveryIds id, Instant now) {
        return tx.execute(ARRIVED, now, now, id.message(), id.agent(), id.attempt()) == 1;
    }

    void putOff(Tx tx, DeliveryIds id, long holder, Instant until, String error) {
        tx.execute(PUT_OFF, until, error, id.message(), id.agent(), id.attempt(), holder);
    }

    /// It is settled; nobody has anything to do with it any more.
    void letGo(Tx tx, DeliveryIds id, @Nullable String error) {
        tx.execute(LET_GO, error, id.message(), id.agent(), id.attempt());
    }

    void release(Tx tx, DeliveryIds id, long holder) {
        tx.execute(RELEASE, id.message(), id.agent(), id.attempt(), holder);
    }

    /// Messages up to this id are too old, if they live as long as usual.
    private long newerThan(Instant now) {
        return Snowflakes.floorOf(now.minus(timeToLive));
    }

    private static PushQueue.Bound bound(Row row) {
        return new PushQueue.Bound(addressee(row), new NodeId(row.text(4)), row.flag(5));
    }

    private static Head head(Row row) {
        return new Head(addressee(row), row.number(4), row.instantOrNull(5), row.instantOrNull(6));
    }

    private static Addressee addressee(Row row) {
        return new Addressee(
                new WorkspaceId(row.number(1)), new AgentId(row.number(2)), row.text(3));
    }
}
