package dev.waybill.server.delivery;

import dev.waybill.protocol.delivery.DeadLetter;
import dev.waybill.protocol.delivery.DeadLetterDetails.Attempt;
import dev.waybill.protocol.delivery.DeadReason;
import dev.waybill.protocol.delivery.DeliveryItem;
import dev.waybill.protocol.delivery.DeliveryStatus;
import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.ChannelId;
import dev.waybill.protocol.id.MessageId;
import dev.waybill.protocol.id.Snowflakes;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.server.delivery.DeadLetters.Choice;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Row;
import dev.waybill.server.store.Tx;
import dev.waybill.server.store.Weight;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The deliveries that were given up.
final class DeadLetterTable {
    private static final long MAX_CHARACTERS = 4 << 20;

    /// Every message has an id above zero; saying so lets both engines find the index of the dead letters.
    private static final String SELECT =
            """
            select d.agent_id, w.name, d.seq, d.message_id, d.attempt, d.error, d.updated_at, m.channel_id, m.agent_id,
                   s.name, m.text, m.thread_id, d.priority, d.dead_for
            from delivery d join agent r on r.id = d.agent_id join author w on w.id = d.agent_id
            join message m on m.id = d.message_id join author s on s.id = m.agent_id
            where d.status = 'dead_lettered' and d.message_id > 0 and r.workspace_id = ?""";

    private static final String ONE =
            SELECT + " and d.agent_id = ? and d.message_id = ? and d.attempt = ?";
    private static final String BEFORE =
            " and (d.message_id < ? or (d.message_id = ? and d.agent_id < ?))";
    private static final String NEWEST = " order by d.message_id desc, d.agent_id desc limit ?";
    private static final String OLDEST =
            " and r.deleted_at is null order by d.message_id, d.agent_id limit ?";
    private static final String ATTEMPTS =
            """
            select d.attempt, %s, d.error, d.created_at, d.updated_at
            from delivery d join agent r on r.id = d.agent_id
            where d.message_id = ? and d.agent_id = ? order by d.attempt limit ?
            """
                    .formatted(DeliverySql.STATUS);
    private static final String LATER =
            """
            select max(l.attempt) from delivery l
            where l.message_id = ? and l.agent_id = ? and l.attempt > ? and exists (
                select 1 from delivery d join agent r on r.id = d.agent_id
                where d.message_id = ? and d.agent_id = ? and d.attempt = ? and d.status = 'replaced'
                    and r.workspace_id = ?)
            """;
    private static final String AGENT =
            "select id from agent where workspace_id = ? and name = ? and deleted_at is null";
    private static final String REPLACED =
            """
            update delivery set status = 'replaced', updated_at = ?
            where agent_id = ? and seq = ? and status = 'dead_lettered'
            """;
    private static final String AGAIN =
            """
            insert into delivery (agent_id, seq, message_id, reason, created_at, attempt, priority, expires_at)
            select d.agent_id, ?, d.message_id, case when d.reason = '' then 'message' else d.reason end, ?,
                   d.attempt + 1, d.priority, ?
            from delivery d where d.agent_id = ? and d.seq = ?
            """;

    /// A dead letter, and its place in the mailbox.
    record Buried(DeadLetter letter, long seq, boolean urgent) {}

    Optional<AgentId> agent(ReadTx tx, WorkspaceId workspace, String name) {
        return tx.first(AGENT, row -> new AgentId(row.number(1)), workspace, name);
    }

    Optional<Buried> find(ReadTx tx, WorkspaceId workspace, DeliveryIds id) {
        return tx.first(
                ONE, DeadLetterTable::read, workspace, id.agent(), id.message(), id.attempt());
    }

    /// Newest first; those before one, or all.
    List<DeadLetter> newest(ReadTx tx, Choice choice, @Nullable DeliveryIds before, int limit) {
        List<Object> values = new ArrayList<>();
        String sql = chosen(choice, values);
        if (before != null) {
            sql += BEFORE;
            values.addAll(List.of(before.message(), before.message(), before.agent()));
        }
        values.add(limit);
        return tx
                .page(
                        sql + NEWEST,
                        DeadLetterTable::read,
                        new Weight<>(
                                buried -> buried.letter().message().text().length() + 200L,
                                MAX_CHARACTERS),
                        values.toArray())
                .stream()
                .map(Buried::letter)
                .toList();
    }

    /// Oldest first, so that they go out again in the order in which they were sent; not those of agents that are gone.
    List<Buried> oldest(ReadTx tx, Choice choice, int limit) {
        List<Object> values = new ArrayList<>();
        String sql = chosen(choice, values);
        values.add(limit);
        return tx.list(sql + OLDEST, DeadLetterTable::read, values.toArray());
    }

    List<Attempt> attempts(ReadTx tx, DeliveryIds id, int limit) {
        return tx.list(ATTEMPTS, row -> attempt(row, id), id.message(), id.agent(), limit);
    }

    /// The attempt that stands for this one now, if another does.
    Optional<Integer> later(ReadTx tx, WorkspaceId workspace, DeliveryIds id) {
        return tx.first(
                        LATER,
                        row -> Optional.ofNullable(row.numberOrNull(1)).map(Long::intValue),
                        id.message(),
                        id.agent(),
                        id.attempt(),
                        id.message(),
                        id.agent(),
                        id.attempt(),
                        workspace)
                .flatMap(found -> found);
    }

    /// Puts it at the end of the mailbox once more; the place it got, unless somebody else was faster.
    Optional<Long> again(Tx tx, AgentId agent, long seq, Instant now, Instant expiresAt) {
        if (tx.execute(REPLACED, now, agent, seq) == 0) {
            return Optional.empty();
        }
        long place =
                Places.next(tx, agent)
                        .orElseThrow(
                                () ->
                                        new Refusal(
                                                Reason.AGENT_NOT_FOUND,
                                                "Agent " + agent + " is gone"));
        tx.execute(AGAIN, place, now, expiresAt, agent, seq);
        return Optional.of(place);
    }

    private static String chosen(Choice choice, List<Object> values) {
        StringBuilder sql = new StringBuilder(SELECT);
        values.add(choice.workspace());
        if (choice.agent() != null) {
            sql.append(" and d.agent_id = ?");
            values.add(choice.agent());
        } else {
            sql.append(" and d.agent_id in (select id from agent where workspace_id = ?)");
            values.add(choice.workspace());
        }
        if (choice.reason() != null) {
            sql.append(" and d.dead_for = ?");
            values.add(choice.reason().wire());
        }
        return sql.toString();
    }

    private static Buried read(Row row) {
        AgentId agent = new AgentId(row.number(1));
        MessageId message = new MessageId(row.number(4));
        int attempt = (int) row.number(5);
        String error = row.textOrNull(6);
        Long thread = row.numberOrNull(12);
        return new Buried(
                new DeadLetter(
                        DeliveryIds.of(message, agent, attempt),
                        agent,
                        row.text(2),
                        DeadReason.of(row.text(14)),
                        error,
                        attempt,
                        row.instant(7),
                        new DeliveryItem.Said(
                                message,
                                new ChannelId(row.number(8)),
                                new AgentId(row.number(9)),
                                row.text(10),
                                row.text(11),
                                thread == null ? null : new MessageId(thread),
                                Snowflakes.instantOf(message.value()),
                                null)),
                row.number(3),
                row.flag(13));
    }

    /// What a later attempt stands for is shown as what it became.
    private static Attempt attempt(Row row, DeliveryIds id) {
        int attempt = (int) row.number(1);
        String status = row.text(2);
        return new Attempt(
                DeliveryIds.of(id.message(), id.agent(), attempt),
                attempt,
                status.equals("replaced") ? DeliveryStatus.FAILED : DeliveryStatus.of(status),
                row.textOrNull(3),
                row.instant(4),
                row.instantOrNull(5));
    }
}
