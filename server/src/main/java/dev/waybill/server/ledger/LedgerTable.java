package dev.waybill.server.ledger;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.ChannelId;
import dev.waybill.protocol.id.MessageId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.workspace.ChannelKind;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Row;
import dev.waybill.server.store.Weight;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Reads rows of the ledger, and the deliveries some of them stand for.
final class LedgerTable {
    /// How many messages are asked for their deliveries at once; a fixed number makes it one statement.
    static final int MESSAGES_AT_ONCE = 32;

    /// A page ends before it grows beyond this; it holds one row at least.
    private static final long MAX_CHARACTERS = 1 << 20;

    private static final String ROWS =
            """
            select l.seq, l.type, l.channel_id, c.kind, c.name, l.agent_id, l.subject, l.payload, l.created_at,
                   m.id, m.agent_id, a.name, m.text, m.mode, m.attachments, m.thread_id
            from (
                select seq, type, channel_id, agent_id, subject, payload, created_at from ledger
                where workspace_id = ? and seq > ? order by seq limit ?) l
            left join channel c on c.id = l.channel_id
            left join message m on m.id = case
                when l.type in ('message.created', 'thread.reply', 'dm.received', 'group_dm.received')
                then cast(l.subject as bigint) end
            left join author a on a.id = m.agent_id
            order by l.seq
            """;
    private static final String LATEST = "select ledger_seq from workspace where id = ?";
    private static final String OLDEST = "select min(seq) from ledger where workspace_id = ?";
    private static final String OF_MESSAGES =
            "select message_id, agent_id, reason from delivery where attempt = 1 and message_id in ("
                    + String.join(", ", Collections.nCopies(MESSAGES_AT_ONCE, "?"))
                    + ") order by message_id, agent_id";
    private static final String SETTLED =
            """
            select d.message_id, d.attempt, m.channel_id, c.kind, c.name
            from delivery d
            left join message m on m.id = d.message_id
            left join channel c on c.id = m.channel_id
            where d.agent_id = ? and d.seq > ? and d.seq <= ? and d.status is null
            order by d.seq limit 10000
            """;

    /// A message that was put into a mailbox.
    record Accepted(MessageId message, AgentId agent, String reason) {}

    /// A delivery that an agent has acknowledged together with others.
    record Settled(MessageId message, long attempt, LedgerEvent.@Nullable Room room) {}

    List<LedgerRow> after(ReadTx tx, WorkspaceId workspace, long seq, int limit) {
        return tx.page(
                ROWS,
                LedgerTable::row,
                new Weight<>(LedgerRow::weight, MAX_CHARACTERS),
                workspace,
                seq,
                limit);
    }

    long latest(ReadTx tx, WorkspaceId workspace) {
        return tx.first(LATEST, row -> row.number(1), workspace).orElse(0L);
    }

    LedgerBounds bounds(ReadTx tx, WorkspaceId workspace) {
        long latest = latest(tx, workspace);
        List<Long> oldest =
                tx.list(
                        OLDEST,
                        row -> {
                            Long seq = row.numberOrNull(1);
                            return seq == null ? latest + 1 : seq;
                        },
                        workspace);
        return new LedgerBounds(oldest.getFirst(), latest);
    }

    List<Accepted> deliveries(ReadTx tx, List<MessageId> messages) {
        if (messages.isEmpty()) {
            return List.of();
        }
        Stream<MessageId> padding =
                Stream.generate(messages::getLast).limit(MESSAGES_AT_ONCE - messages.size());
        return tx.list(
                OF_MESSAGES,
                row ->
                        new Accepted(
                                new MessageId(row.number(1)),
                                new AgentId(row.number(2)),
                                row.text(3)),
                Stream.concat(messages.stream(), padding).toArray());
    }

    List<Settled> settled(ReadTx tx, AgentId agent, long from, long upTo) {
        return tx.list(
                SETTLED,
                row -> new Settled(new MessageId(row.number(1)), row.number(2), room(row, 3)),
                agent,
                from,
                upTo);
    }

    private static LedgerRow row(Row row) {
        Long agent = row.numberOrNull(6);
        return new LedgerRow(
                row.number(1),
                row.text(2),
                room(row, 3),
                agent == null ? null : new AgentId(agent),
                row.text(7),
                row.textOrNull(8),
                row.instant(9),
                said(row));
    }

    private static LedgerEvent.@Nullable Room room(Row row, int column) {
        Long id = row.numberOrNull(column);
        String kind = row.textOrNull(column + 1);
        if (id == null || kind == null) {
            return null;
        }
        ChannelId channel = new ChannelId(id);
        boolean group = ChannelKind.of(kind) == ChannelKind.GROUP;
        // A group is known by its number; what its row is called is nobody's business.
        return new LedgerEvent.Room(
                channel, ChannelKind.of(kind), group ? channel.text() : row.text(column + 2));
    }

    private static LedgerRow.@Nullable Said said(Row row) {
        Long id = row.numberOrNull(10);
        Long thread = row.numberOrNull(16);
        return id == null
                ? null
                : new LedgerRow.Said(
                        new MessageId(id),
                        new AgentId(row.number(11)),
                        row.text(12),
                        row.text(13),
                        row.text(14),
                        row.textOrNull(15),
                        thread == null ? null : new MessageId(thread));
    }

    static List<MessageId> messages(List<LedgerRow> rows) {
        return rows.stream()
                .map(LedgerRow::message)
                .filter(message -> message != null)
                .map(LedgerRow.Said::id)
                .collect(Collectors.toList());
    }
}
