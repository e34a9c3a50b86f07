package dev.waybill.server.delivery;

import dev.waybill.protocol.delivery.Delivery;
import dev.waybill.protocol.delivery.DeliveryItem;
import dev.waybill.protocol.delivery.DeliveryStatus;
import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.ChannelId;
import dev.waybill.protocol.id.MessageId;
import dev.waybill.protocol.id.NodeId;
import dev.waybill.protocol.id.Snowflakes;
import dev.waybill.protocol.message.InjectionMode;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Row;
import dev.waybill.server.store.Tx;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The deliveries of an agent as it sees them, one by one.
final class BookTable {
    private static final String SELECT =
            """
            select d.agent_id, d.seq, d.message_id, d.reason, d.attempt, %s, d.status, d.available_at, d.error,
                   d.retryable, d.updated_at, d.created_at, m.channel_id, m.mode, r.node_id, m.agent_id, w.name, m.text,
                   m.thread_id,
                   (select k.at from ack k where k.agent_id = d.agent_id and k.up_to_seq >= d.seq
                    order by k.up_to_seq limit 1)
            from delivery d join agent r on r.id = d.agent_id
            join message m on m.id = d.message_id join author w on w.id = m.agent_id
            where d.agent_id = ?"""
                    .formatted(DeliverySql.STATUS);
    private static final String ONE = SELECT + " and d.message_id = ? and d.attempt = ?";
    private static final String OPEN =
            SELECT
                    + """
                     and d.created_at > ? and d.seq in (
                        select x.seq from (
                            select o.seq from delivery o
                            where o.agent_id = ? and o.status is null
                                and o.seq > (select a.ack_seq from agent a where a.id = ?)
                            order by o.seq limit ?) x
                        union all
                        select p.seq from delivery p
                        where p.agent_id = ? and p.status is not null and p.status = 'deferred')
                    order by d.seq limit ?
                    """;
    private static final String ACKED =
            SELECT + " and " + DeliverySql.ACKED + " order by d.seq limit ?";
    private static final String SETTLED =
            SELECT + " and d.status is not null and d.status = ? order by d.seq limit ?";
    private static final String SETTLE =
            """
            update delivery set status = ?, available_at = ?, error = ?, retryable = ?, updated_at = ?
            where agent_id = ? and seq = ?
            """;
    private static final String DEFER =
            """
            update delivery set status = 'deferred', available_at = ?, error = ?, updated_at = ?
            where agent_id = ? and seq = ?
            """;
    private static final String ADVANCE =
            """
            update agent set ack_seq = coalesce(
                (select min(d.seq) - 1 from delivery d
                 where d.agent_id = agent.id and d.seq > agent.ack_seq and d.status is null), delivery_seq)
            where id = ? returning ack_seq
            """;

    private final Duration timeToLive;

    BookTable(Duration timeToLive) {
        this.timeToLive = timeToLive;
    }

    /// A delivery as it is shown, and what its row says beyond the cursors.
    record Entry(DeliveryItem item, @Nullable String kept) {
        Delivery delivery() {
            return item.delivery();
        }
    }

    Optional<Entry> find(ReadTx tx, DeliveryIds id) {
        return tx.first(ONE, this::read, id.agent(), id.message(), id.attempt());
    }

    List<Entry> open(ReadTx tx, AgentId agent, Instant youngerThan, int limit) {
        return tx.list(OPEN, this::read, agent, youngerThan, agent, agent, limit, agent, limit);
    }

    List<Entry> acked(ReadTx tx, AgentId agent, int limit) {
        return tx.list(ACKED, this::read, agent, limit);
    }

    List<Entry> settled(ReadTx tx, AgentId agent, DeliveryStatus status, int limit) {
        return tx.list(SETTLED, this::read, agent, status.wire(), limit);
    }

    void acked(Tx tx, Delivery delivery, Instant now) {
        settle(tx, delivery, "acked", null, null, null, now);
    }

    /// `againAt` is when it comes again, if it does.
    void failed(
            Tx tx,
            Delivery delivery,
            @Nullable String error,
            boolean retryable,
            @Nullable Instant againAt,
            Instant now) {
        settle(tx, delivery, "failed", againAt, error, retryable, now);
    }

    void deadLettered(Tx tx, AgentId agent, long seq, String error, Instant now) {
        tx.execute(SETTLE, "dead_lettered", null, error, false, now, agent, seq);
    }

    /// The reason of the deferral stands where otherwise an error does, so that why it was sent is not forgotten.
    void deferred(Tx tx, Delivery delivery, Instant until, @Nullable String reason, Instant now) {
        tx.execute(DEFER, until, reason, now, delivery.agentId(), delivery.seq());
    }

    /// Moves the cursor over what is settled row by row; tells where it is.
    long advance(Tx tx, AgentId agent) {
        return tx.first(ADVANCE, row -> row.number(1), agent).orElse(0L);
    }

    private static void settle(
            Tx tx,
            Delivery delivery,
            String status,
            @Nullable Instant againAt,
            @Nullable String error,
            @Nullable Boolean retryable,
            Instant now) {
        tx.execute(
                SETTLE, status, againAt, error, retryable, now, delivery.agentId(), delivery.seq());
    }

    private Entry read(Row row) {
        MessageId message = new MessageId(row.number(3));
        Long thread = row.numberOrNull(19);
        return new Entry(
                new DeliveryItem(
                        delivery(row, message),
                        new DeliveryItem.Said(
                                message,
                                new ChannelId(row.number(13)),
                                new AgentId(row.number(16)),
                                row.text(17),
                                row.text(18),
                                thread == null ? null : new MessageId(thread),
                                Snowflakes.instantOf(message.value()))),
                row.textOrNull(7));
    }

    private Delivery delivery(Row row, MessageId message) {
        AgentId agent = new AgentId(row.number(1));
        int attempt = (int) row.number(5);
        String host = row.textOrNull(15);
        NodeId node = new NodeId(host == null ? "node_direct_" + agent : host);
        DeliveryStatus status = DeliveryStatus.of(shown(row.text(6)));
        Instant updated = row.instantOrNull(11);
        boolean deferred = "deferred".equals(row.textOrNull(7));
        Long retryable = row.numberOrNull(10);
        Instant acked = status == DeliveryStatus.ACKED ? ackedAt(row, updated) : null;
        return new Delivery(
                DeliveryIds.of(message, agent, attempt),
                message,
                new ChannelId(row.number(13)),
                agent,
                status,
                row.number(2),
                "via_node",
                node,
                node,
                "ws",
                host == null ? "direct" : "broker",
                "ws.node.v1",
                status == DeliveryStatus.QUEUED ? 0 : 1,
                null,
                null,
                InjectionMode.of(row.text(14)) == InjectionMode.STEER
                        ? "next-tool-call"
                        : "immediate",
                deferred ? row.textOrNull(9) : row.text(4),
                "normal",
                retryable == null ? null : retryable != 0,
                deferred ? null : row.textOrNull(9),
                row.instantOrNull(8),
                null,
                Snowflakes.instantOf(message.value()).plus(timeToLive),
                // When it went out is not kept; it was there when it was acknowledged, at the
                // latest.
                acked,
                acked,
                status == DeliveryStatus.DEAD_LETTERED ? updated : null,
                row.instant(12),
                updated,
                attempt == 1 ? null : DeliveryIds.of(message, agent, 1),
                attempt);
    }

    /// What a later attempt stands for is shown as what it became.
    private static String shown(String status) {
        return status.equals("replaced") ? "failed" : status;
    }

    private static @Nullable Instant ackedAt(Row row, @Nullable Instant updated) {
        return row.textOrNull(7) == null ? row.instantOrNull(20) : updated;
    }
}
