package dev.waybill.server.delivery;

import dev.waybill.protocol.delivery.DeliveryPhase;
import dev.waybill.protocol.delivery.DeliveryStatus;
import dev.waybill.protocol.delivery.DeliveryView;
import dev.waybill.protocol.delivery.Priority;
import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.ChannelId;
import dev.waybill.protocol.id.MessageId;
import dev.waybill.protocol.id.Snowflakes;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.message.InjectionMode;
import dev.waybill.protocol.workspace.ChannelKind;
import dev.waybill.server.delivery.DeliverySearch.Found;
import dev.waybill.server.delivery.DeliverySearch.Wanted;
import dev.waybill.server.ledger.LedgerEvent;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Row;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The deliveries of a workspace, whoever gets them, those of the newest messages first.
final class DeliverySearchTable {
    private static final String COLUMNS =
            """
            select d.agent_id, coalesce(r.deleted_name, r.name), d.seq, d.message_id, d.attempt, d.status, %s, d.reason, d.error, d.available_at,
                   d.created_at, d.updated_at, d.expires_at, d.priority, d.arrived_at, m.mode, m.delivery, c.id, c.kind,
                   c.name, m.agent_id, coalesce(s.deleted_name, s.name), d.dispatch_attempts,
                   case when d.status is null and d.seq <= r.ack_seq then
                       (select k.at from ack k where k.agent_id = d.agent_id and k.up_to_seq >= d.seq
                        order by k.up_to_seq limit 1) end
            """
                    .formatted(DeliverySql.STATUS);
    private static final String JOINED =
            """
             cross join agent r cross join message m cross join agent s cross join channel c
            where r.id = d.agent_id and m.id = d.message_id and s.id = m.agent_id and c.id = m.channel_id
                and r.workspace_id = ?
            """;

    /// Along the index by message. Every message has an id above zero; a cross join keeps SQLite to the order of tables.
    private static final String ALL =
            COLUMNS + " from delivery d" + JOINED + " and d.message_id > 0";

    private static final String CHOSEN =
            COLUMNS
                    + " from (%s) k cross join delivery d"
                    + JOINED
                    + " and d.agent_id = k.agent_id and d.seq = k.seq";
    private static final String KEYS =
            "select x.agent_id, x.seq from agent a join delivery x on x.agent_id = a.id where a.workspace_id = ?";
    private static final String OF_AGENT = " and a.name = ?";
    private static final String OPEN = " and x.status is null and x.seq > a.ack_seq";
    private static final String PASSED = " and x.status is null and x.seq <= a.ack_seq";
    private static final String SAID_ACKED = " and x.status = 'acked'";

    /// The first part lets both engines find the index of those.
    private static final String SAID = " and x.status <> 'acked' and x.status = ?";

    private static final String AFTER =
            """
             and d.message_id <= ? and (d.message_id < ?
                or (d.message_id = ? and (d.agent_id < ? or (d.agent_id = ? and d.attempt < ?))))
            """;
    private static final String SINCE = " and d.created_at >= ?";
    private static final String UNTIL = " and d.created_at < ? and d.message_id < ?";
    private static final String NEWEST =
            " order by d.message_id desc, d.agent_id desc, d.attempt desc limit ?";
    private static final String ATTEMPTS =
            ALL + " and d.message_id = ? and +d.agent_id = ? order by d.attempt limit ?";

    private final Duration timeToLive;
    private final Mailboxes mailboxes;

    DeliverySearchTable(Duration timeToLive, Mailboxes mailboxes) {
        this.timeToLive = timeToLive;
        this.mailboxes = mailboxes;
    }

    List<Found> list(ReadTx tx, Wanted wanted, @Nullable DeliveryIds after, int limit) {
        List<Object> values = new ArrayList<>();
        StringBuilder sql = new StringBuilder(from(wanted, values));
        values.add(wanted.workspace());
        if (after != null) {
            sql.append(AFTER);
            values.addAll(Collections.nCopies(3, after.message()));
            values.addAll(Collections.nCopies(2, after.agent()));
            values.add(after.attempt());
        }
        Instant since = wanted.since();
        if (since != null) {
            sql.append(SINCE);
            values.add(since);
        }
        Instant until = wanted.until();
        if (until != null) {
            sql.append(UNTIL);
            values.add(until);
            values.add(Snowflakes.floorOf(until));
        }
        values.add(limit);
        return tx.list(sql.append(NEWEST).toString(), this::read, values.toArray());
    }

    List<Found> attempts(ReadTx tx, WorkspaceId workspace, DeliveryIds id, int limit) {
        return tx.list(ATTEMPTS, this::read, workspace, id.message(), id.agent(), limit);
    }

    /// Most deliveries are acked: whoever wants these, of everybody, goes through all from the newest on.
    private static String from(Wanted wanted, List<Object> values) {
        Set<DeliveryPhase> phases = wanted.phases();
        boolean most = phases.isEmpty() || phases.contains(DeliveryPhase.ACKED);
        if (most && wanted.agent() == null) {
            return ALL;
        }
        List<String> parts = new ArrayList<>();
        if (phases.isEmpty()) {
            parts.add(part(wanted, "", values));
        }
        for (DeliveryPhase phase : phases) {
            switch (phase) {
                case OPEN -> parts.add(part(wanted, OPEN, values));
                case ACKED -> {
                    parts.add(part(wanted, PASSED, values));
                    parts.add(part(wanted, SAID_ACKED, values));
                }
                case HELD, ACCEPTED, DEFERRED, FAILED, DEAD_LETTERED, REPLACED ->
                        parts.add(said(wanted, phase, values));
            }
        }
        return CHOSEN.formatted(String.join(" union all ", parts));
    }

    private static String said(Wanted wanted, DeliveryPhase phase, List<Object> values) {
        String sql = part(wanted, SAID, values);
        values.add(phase.wire());
        return sql;
    }

    private static String part(Wanted wanted, String condition, List<Object> values) {
        values.add(wanted.workspace());
        if (wanted.agent() == null) {
            return KEYS + condition;
        }
        values.add(wanted.agent());
        return KEYS + OF_AGENT + condition;
    }

    private Found read(Row row) {
        AgentId agent = new AgentId(row.number(1));
        MessageId message = new MessageId(row.number(4));
        int attempt = (int) row.number(5);
        Handling handling = Handling.read(row.textOrNull(17), null);
        Instant expires = row.instantOrNull(13);
        Instant updated = row.instantOrNull(12);
        DeliveryPhase phase = phase(row);
        DeliveryView view =
                new DeliveryView(
                        DeliveryIds.of(message, agent, attempt),
                        message,
                        new ChannelId(row.number(18)),
                        agent,
                        row.text(2),
                        row.text(22),
                        phase,
                        status(row, phase, agent),
                        handling.mode(InjectionMode.of(row.text(16))),
                        row.flag(14) ? Priority.URGENT : Priority.NORMAL,
                        row.text(8),
                        row.textOrNull(9),
                        attempt,
                        (int) row.number(23),
                        row.instantOrNull(10),
                        expires == null
                                ? Snowflakes.instantOf(message.value()).plus(timeToLive)
                                : expires,
                        row.instant(11),
                        row.instantOrNull(15),
                        updated == null ? row.instantOrNull(24) : updated);
        return new Found(view, room(row, 18), new AgentId(row.number(21)));
    }

    /// Where it was said; a group is known by its number.
    static LedgerEvent.Room room(Row row, int column) {
        ChannelId id = new ChannelId(row.number(column));
        ChannelKind kind = ChannelKind.of(row.text(column + 1));
        return new LedgerEvent.Room(
                id, kind, kind == ChannelKind.GROUP ? id.text() : row.text(column + 2));
    }

    private static DeliveryPhase phase(Row row) {
        String kept = row.textOrNull(6);
        if (kept != null) {
            return DeliveryPhase.of(kept);
        }
        return row.text(7).equals("acked") ? DeliveryPhase.ACKED : DeliveryPhase.OPEN;
    }

    /// What went out to a session that is connected here has been delivered, though nothing came back yet.
    private DeliveryStatus status(Row row, DeliveryPhase phase, AgentId agent) {
        String word = row.text(7);
        if (word.equals("replaced")) {
            return DeliveryStatus.FAILED;
        }
        return phase == DeliveryPhase.OPEN && row.number(3) <= mailboxes.sent(agent)
                ? DeliveryStatus.DELIVERED
                : DeliveryStatus.of(word);
    }
}
