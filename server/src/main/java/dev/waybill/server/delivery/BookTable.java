package dev.waybill.server.delivery;

import dev.waybill.protocol.delivery.DeadReason;
import dev.waybill.protocol.delivery.Delivery;
import dev.waybill.protocol.delivery.DeliveryItem;
import dev.waybill.protocol.delivery.DeliveryStatus;
import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.ChannelId;
import dev.waybill.protocol.id.MessageId;
import dev.waybill.protocol.id.NodeId;
import dev.waybill.protocol.id.Snowflakes;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.protocol.message.InjectionMode;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Row;
import dev.waybill.server.store.Tx;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The deliveries of an agent as it sees them, one by one.
final class BookTable {
    private static final Json JSON = new Json(JsonLimits.STORED);
    private static final String SELECT =
            """
            select d.agent_id, d.seq, d.message_id, d.reason, d.attempt, %s, d.status, d.available_at, d.error,
                   d.retryable, d.updated_at, d.created_at, m.channel_id, m.mode, r.node_id, m.agent_id, w.name, m.text,
                   m.thread_id, m.delivery, d.expires_at,
                   (select k.at from ack k where k.agent_id = d.agent_id and k.up_to_seq >= d.seq
                    order by k.up_to_seq limit 1), %s,
                   case when c.kind = 'network' then m.metadata end
            from delivery d join agent r on r.id = d.agent_id left join node n on n.id = r.node_id
            join message m on m.id = d.message_id join author w on w.id = m.agent_id
            join channel c on c.id = m.channel_id
            where d.agent_id = ?"""
                    .formatted(DeliverySql.STATUS, Route.COLUMNS);
    private static final String ONE = SELECT + " and d.message_id = ? and d.attempt = ?";
    private static final String UNSETTLED =
            SELECT
                    + """
                     and %s and d.seq in (
                        select x.seq from (
                            select o.seq from delivery o
                            where o.agent_id = ? and o.status is null
                                and o.seq > (select a.ack_seq from agent a where a.id = ?)
                            order by o.priority desc, o.seq limit ?) x
                        union all
                        select p.seq from delivery p
                        where p.agent_id = ? and p.status <> 'acked' and p.status in (%s))
                    order by d.priority desc, case when d.seq < 0 then 1 else 0 end, abs(d.seq) limit ?
                    """;
    private static final String OPEN = UNSETTLED.formatted(DeliverySql.IN_TIME, "'deferred'");
    private static final String OPEN_OR_HELD =
            UNSETTLED.formatted(DeliverySql.IN_TIME, "'deferred', 'held'");
    private static final String FREE =
            SELECT
                    + """
                     and %s and d.status is null and d.seq > (select a.ack_seq from agent a where a.id = ?)
                    order by d.priority desc, d.seq limit ?
                    """
                            .formatted(DeliverySql.IN_TIME);
    private static final String ACKED =
            SELECT + " and " + DeliverySql.ACKED + " order by d.seq limit ?";
    private static final String SETTLED =
            SELECT + " and d.status is not null and d.status = ? order by d.seq limit ?";
    private static final String SETTLE =
            """
            update delivery set status = ?, available_at = ?, error = ?, retryable = ?, updated_at = ?,
                failures = failures + ?
            where agent_id = ? and seq = ?
            """;
    private static final String FAILURES =
            "select failures from delivery where agent_id = ? and seq = ?";
    private static final String GIVE_UP =
            """
            update delivery set status = 'dead_lettered', dead_for = ?, available_at = null, error = ?, retryable = 0,
                updated_at = ?
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

    private static final String OF_WORKSPACE =
            "select id from agent where id = ? and workspace_id = ? and deleted_at is null";

    private final Duration timeToLive;

    BookTable(Duration timeToLive) {
        this.timeToLive = timeToLive;
    }

    /// A delivery as it is shown, what it is, and its place, which is negative as long as it has none.
    record Entry(DeliveryItem item, DeliveryState state, long seq) {
        Delivery delivery() {
            return item.delivery();
        }
    }

    /// Whether the delivery is for an agent of that workspace.
    boolean isIn(ReadTx tx, WorkspaceId workspace, DeliveryIds id) {
        return tx.first(OF_WORKSPACE, row -> row.number(1), id.agent(), workspace).isPresent();
    }

    Optional<Entry> find(ReadTx tx, DeliveryIds id) {
        return tx.first(ONE, this::read, id.agent(), id.message(), id.attempt());
    }

    /// What a delivery becomes, and what is kept with that; `againAt` is when it comes again, if it does.
    record Settling(
            DeliveryState state,
            @Nullable Instant againAt,
            @Nullable String error,
            @Nullable Boolean retryable) {
        static Settling into(DeliveryState state) {
            return new Settling(state, null, null, null);
        }
    }

    /// What is free to go, in the order it goes, and what is put off.
    List<Entry> open(ReadTx tx, AgentId agent, Instant now, int limit) {
        return unsettled(tx, OPEN, agent, now, limit);
    }

    /// What is free to go, and nothing else.
    List<Entry> free(ReadTx tx, AgentId agent, Instant now, int limit) {
        return tx.list(FREE, this::read, agent, now, now.minus(timeToLive), agent, limit);
    }

    /// What is open, put off or held back.
    List<Entry> unsettled(ReadTx tx, AgentId agent, Instant now, int limit) {
        return unsettled(tx, OPEN_OR_HELD, agent, now, limit);
    }

    private List<Entry> unsettled(ReadTx tx, String sql, AgentId agent, Instant now, int limit) {
        return tx.list(
                sql,
                this::read,
                agent,
                now,
                now.minus(timeToLive),
                agent,
                agent,
                limit,
                agent,
                limit);
    }

    List<Entry> acked(ReadTx tx, AgentId agent, int limit) {
        return tx.list(ACKED, this::read, agent, limit);
    }

    List<Entry> settled(ReadTx tx, AgentId agent, DeliveryStatus status, int limit) {
        return tx.list(SETTLED, this::read, agent, status.wire(), limit);
    }

    void settle(Tx tx, Entry entry, Settling settling, Instant now) {
        tx.execute(
                SETTLE,
                settling.state().word(),
                settling.againAt(),
                settling.error(),
                settling.retryable(),
                now,
                settling.state() == DeliveryState.FAILED ? 1 : 0,
                entry.delivery().agentId(),
                entry.seq());
    }

    /// How often the delivery has failed, in all its attempts.
    long failures(ReadTx tx, Entry entry) {
        return tx.first(FAILURES, row -> row.number(1), entry.delivery().agentId(), entry.seq())
                .orElse(0L);
    }

    void deadLettered(
            Tx tx, AgentId agent, long seq, DeadReason reason, String error, Instant now) {
        tx.execute(GIVE_UP, reason.wire(), error, now, agent, seq);
    }

    void deferred(Tx tx, Entry entry, Instant until, @Nullable String reason, Instant now) {
        tx.execute(DEFER, until, reason, now, entry.delivery().agentId(), entry.seq());
    }

    /// Moves the cursor over what is settled row by row; tells where it is.
    long advance(Tx tx, AgentId agent) {
        Places.hold(tx, agent);
        return tx.first(ADVANCE, row -> row.number(1), agent).orElse(0L);
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
                                Snowflakes.instantOf(message.value()),
                                metadata(row.textOrNull(30)))),
                DeliveryState.of(row.textOrNull(7), row.text(6).equals("acked")),
                row.number(2));
    }

    private static @Nullable JsonNode metadata(@Nullable String text) {
        return text == null ? null : JSON.tree(text);
    }

    private Delivery delivery(Row row, MessageId message) {
        AgentId agent = new AgentId(row.number(1));
        int attempt = (int) row.number(5);
        String host = row.textOrNull(15);
        NodeId node = new NodeId(host == null ? "node_direct_" + agent : host);
        DeliveryStatus status = DeliveryStatus.of(shown(row.text(6)));
        Instant updated = row.instantOrNull(11);
        Route route = Route.read(row, 23);
        boolean deferred = "deferred".equals(row.textOrNull(7));
        Long retryable = row.numberOrNull(10);
        Instant acked = status == DeliveryStatus.ACKED ? ackedAt(row, updated) : null;
        Handling handling = Handling.read(row.textOrNull(20), null);
        Instant expires = row.instantOrNull(21);
        return new Delivery(
                DeliveryIds.of(message, agent, attempt),
                message,
                new ChannelId(row.number(13)),
                agent,
                status,
                Math.max(0, row.number(2)),
                "via_node",
                node,
                node,
                route.kind(),
                route.role(),
                route.adapter(),
                Math.max(route.attempts(), status == DeliveryStatus.QUEUED ? 0 : 1),
                route.nextAttempt(),
                route.lastError(),
                handling.mode(InjectionMode.of(row.text(14))).wire(),
                deferred ? row.textOrNull(9) : row.text(4),
                handling.terms().urgent() ? "urgent" : "normal",
                retryable == null ? null : retryable != 0,
                deferred ? null : row.textOrNull(9),
                row.instantOrNull(8),
                handling.terms().deadline(),
                expires == null ? Snowflakes.instantOf(message.value()).plus(timeToLive) : expires,
                // When it went out is not kept; it was there when it was acknowledged, at the
                // latest.
                route.arrivedAt() == null ? acked : route.arrivedAt(),
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
        return row.textOrNull(7) == null ? row.instantOrNull(22) : updated;
    }
}
