package dev.waybill.server.delivery;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.ChannelId;
import dev.waybill.protocol.id.MessageId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.message.InjectionMode;
import dev.waybill.protocol.workspace.ChannelKind;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Row;
import dev.waybill.server.store.Tx;
import dev.waybill.server.store.Weight;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Reads mailboxes on from a cursor, and keeps the cursors.
final class MailboxTable {
    /// A page ends before it outgrows this, however few rows it has then.
    private static final long MAX_PAGE_CHARACTERS = 1 << 20;

    private static final String CURSORS =
            """
            select id, workspace_id, name, delivery_seq, ack_seq, transport_seq, wire_base, settles_singly_at,
                coalesce((select max(d.seq) from delivery d
                          where d.agent_id = agent.id and d.priority > 0 and d.status is null), 0)
            from agent where id = ? and deleted_at is null
            """;
    private static final String PAGE =
            """
            select d.seq, d.message_id, d.attempt, d.reason,
                   case when d.status is null and d.available_at is null then 1 else 0 end,
                   m.workspace_id, m.channel_id, c.kind, c.name, m.agent_id, s.name, m.text, m.mode,
                   case when m.metadata = '{}' and m.blocks is null and m.attachments is null and m.thread_id is null
                       and m.delivery is null and m.idempotency_key is null and d.expires_at is null then 1 else 0 end,
                   m.metadata, m.blocks, m.attachments, m.thread_id, m.delivery, m.idempotency_key, d.expires_at
            from delivery d
            join message m on m.id = d.message_id
            join channel c on c.id = m.channel_id
            join author s on s.id = m.agent_id
            where d.agent_id = ? and d.seq > ?
            order by d.seq limit ?
            """;
    private static final String WIRE_BASE =
            "update agent set wire_base = ?, transport_seq = ? where id = ?";
    private static final String LATEST = "select delivery_seq, ack_seq from agent where id = ?";
    private static final String PUT_BEHIND =
            """
            update delivery set seq = seq + ?
            where agent_id = ? and seq > ? and status is null and priority = 0
            """;
    private static final String TAKEN_TO = "update agent set delivery_seq = ? where id = ?";
    private static final String SETTLES_SINGLY =
            "update agent set settles_singly_at = ? where id = ?";

    private final Json json;
    private final Payloads payloads;

    MailboxTable(Json json) {
        this.json = json;
        this.payloads = new Payloads(json);
    }

    /// One row of a mailbox with its message; `open` unless it is settled or put off.
    record Stored(PostedMessage message, int attempt, String reason, long seq, boolean open) {}

    Optional<Cursors> cursors(ReadTx tx, AgentId agent) {
        return tx.first(
                CURSORS,
                row ->
                        new Cursors(
                                new Addressee(
                                        new WorkspaceId(row.number(2)),
                                        new AgentId(row.number(1)),
                                        row.text(3)),
                                row.number(4),
                                row.number(5),
                                row.number(6),
                                row.numberOrNull(7),
                                row.instantOrNull(8),
                                row.number(9)),
                agent);
    }

    /// The rows after `seq`, in order.
    List<Item> page(ReadTx tx, Addressee agent, long seq, int limit) {
        return tx
                .page(
                        PAGE,
                        this::stored,
                        new Weight<>(
                                stored -> stored.message().text().length() + 200L,
                                MAX_PAGE_CHARACTERS),
                        agent.id(),
                        seq,
                        limit)
                .stream()
                .map(stored -> item(stored, agent))
                .toList();
    }

    void rebase(Tx tx, AgentId agent, long wireBase, long from) {
        tx.execute(WIRE_BASE, wireBase, from, agent);
    }

    /// Puts what is not urgent, not settled and after `from` behind the last place; answers what is the last then.
    long putUrgentFirst(Tx tx, AgentId agent, long from) {
        Places.hold(tx, agent);
        Ends ends =
                tx.first(LATEST, row -> new Ends(row.number(1), row.number(2)), agent)
                        .orElse(new Ends(from, from));
        long kept = Math.max(from, ends.acked());
        long behind = ends.latest() - kept;
        if (tx.execute(PUT_BEHIND, behind, agent, kept) == 0) {
            return ends.latest();
        }
        tx.execute(TAKEN_TO, ends.latest() + behind, agent);
        return ends.latest() + behind;
    }

    private record Ends(long latest, long acked) {}

    void settlesSingly(Tx tx, AgentId agent, Instant at) {
        tx.execute(SETTLES_SINGLY, at, agent);
    }

    private Item item(Stored stored, Addressee agent) {
        if (!stored.open()) {
            return new Item.Hole(stored.seq());
        }
        PostedMessage message = stored.message();
        return new Item.Letter(
                stored.seq(),
                DeliveryIds.of(message.id(), agent.id(), stored.attempt()),
                stored.attempt(),
                stored.reason(),
                message,
                payloads.of(message, agent.name()));
    }

    private Stored stored(Row row) {
        return new Stored(
                row.flag(14) ? plain(row) : message(row),
                (int) row.number(3),
                row.text(4),
                row.number(1),
                row.flag(5));
    }

    /// Most messages are a text and nothing else; what they do not have is not asked for, as each column costs.
    private PostedMessage plain(Row row) {
        return new PostedMessage(
                new WorkspaceId(row.number(6)),
                new MessageId(row.number(2)),
                room(row),
                new AgentId(row.number(10)),
                row.text(11),
                row.text(12),
                null,
                Json.emptyObject(),
                null,
                null,
                InjectionMode.of(row.text(13)),
                Handling.USUAL);
    }

    private PostedMessage message(Row row) {
        PostedMessage plain = plain(row);
        Long thread = row.numberOrNull(18);
        return new PostedMessage(
                plain.workspace(),
                plain.id(),
                plain.room(),
                plain.sender(),
                plain.senderName(),
                plain.text(),
                tree(row.textOrNull(16)),
                json.tree(row.text(15)),
                tree(row.textOrNull(17)),
                thread == null ? null : new MessageId(thread),
                plain.mode(),
                Handling.read(row.textOrNull(19), row.textOrNull(20)).until(row.instantOrNull(21)));
    }

    private static PostedMessage.Room room(Row row) {
        return new PostedMessage.Room(
                new ChannelId(row.number(7)), ChannelKind.of(row.text(8)), row.text(9));
    }

    private @Nullable JsonNode tree(@Nullable String text) {
        return text == null ? null : json.tree(text);
    }
}
