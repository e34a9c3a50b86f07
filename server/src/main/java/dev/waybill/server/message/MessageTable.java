package dev.waybill.server.message;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.ChannelId;
import dev.waybill.protocol.id.MessageId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.message.Attachment;
import dev.waybill.protocol.message.Content;
import dev.waybill.protocol.message.InjectionMode;
import dev.waybill.protocol.message.Message;
import dev.waybill.protocol.message.ReactionGroup;
import dev.waybill.server.delivery.DeliverySql;
import dev.waybill.server.delivery.Handling;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Row;
import dev.waybill.server.store.Tx;
import dev.waybill.server.store.Weight;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Messages, by id, by channel and by thread. When a message was created is in its id.
final class MessageTable {
    private static final String INSERT =
            """
            insert into message (id, workspace_id, channel_id, agent_id, thread_id, text, blocks, metadata, mode, attachments,
                delivery, idempotency_key, checksum)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """;
    private static final String SELECT =
            """
            select m.id, m.channel_id, m.agent_id, w.name, m.thread_id, m.text, m.blocks, m.metadata, m.attachments, m.mode,
                (select count(*) from message t where t.thread_id = m.id),
                (select count(*) from (
                    select x.agent_id from receipt x where x.message_id = m.id
                    union
                    select d.agent_id from delivery d join agent r on r.id = d.agent_id
                    where d.message_id = m.id and %s) readers)
            from message m join author w on w.id = m.agent_id
            """
                    .formatted(DeliverySql.ACKED);
    static final String IN_ROOM =
            SELECT
                    + """
                    where m.id in (
                        select s.message_id from said s
                        where s.channel_id = ? and s.thread_id is null and s.message_id < ? and s.message_id > ?
                        order by s.message_id desc limit ?)
                    order by m.id desc
                    """;
    static final String SAID_IN_ROOM =
            SELECT
                    + """
                    where m.id in (
                        select s.message_id from said s
                        where s.channel_id = ? and s.message_id < ? and s.message_id > ?
                        order by s.message_id desc limit ?)
                    order by m.id desc
                    """;
    private static final String IN_THREAD =
            SELECT
                    + """
                    where m.thread_id = ? and m.id < ? and m.id > ?
                    order by m.id limit ?
                    """;
    private static final String BY_ID = SELECT + "where m.workspace_id = ? and m.id = ?";
    private static final String NEWEST = "select id from message order by id desc limit 1";

    private final Json json;
    private final ReactionTable reactions = new ReactionTable();

    MessageTable(Json json) {
        this.json = json;
    }

    void insert(Tx tx, WorkspaceId workspace, Message message, Handling handling) {
        tx.insertAtEnd(INSERT, row(workspace, message, handling));
    }

    private @Nullable Object[] row(WorkspaceId workspace, Message message, Handling handling) {
        String blocks = message.blocks() == null ? null : json.text(message.blocks());
        String metadata = json.text(message.metadata());
        String mode = message.injectionMode().wire();
        String attachments = message.hasAttachments() ? json.text(message.attachments()) : null;
        String terms = handling.text();
        String key = handling.idempotencyKey();
        long checksum =
                new Checksum()
                        .with(message.id().value())
                        .with(workspace.value())
                        .with(message.channelId().value())
                        .with(message.agentId().value())
                        .with(message.threadId() == null ? 0 : message.threadId().value())
                        .with(message.text())
                        .with(blocks)
                        .with(metadata)
                        .with(mode)
                        .with(attachments)
                        .with(terms)
                        .with(key)
                        .value();
        return new @Nullable Object[] {
            message.id(),
            workspace,
            message.channelId(),
            message.agentId(),
            message.threadId(),
            message.text(),
            blocks,
            metadata,
            mode,
            attachments,
            terms,
            key,
            checksum
        };
    }

    /// What began a thread or stands alone, newest first.
    List<Message> page(ReadTx tx, ChannelId room, MessagePage page) {
        return page(tx, IN_ROOM, room.value(), page);
    }

    /// Everything that was said in the room, newest first.
    List<Message> everything(ReadTx tx, ChannelId room, MessagePage page) {
        return page(tx, SAID_IN_ROOM, room.value(), page);
    }

    /// The replies to a message, oldest first.
    List<Message> replies(ReadTx tx, MessageId root, MessagePage page) {
        return page(tx, IN_THREAD, root.value(), page);
    }

    Optional<Message> find(ReadTx tx, WorkspaceId workspace, MessageId id) {
        return finished(tx, tx.list(BY_ID, this::read, workspace, id)).stream().findFirst();
    }

    static Optional<MessageId> newest(ReadTx tx) {
        return tx.first(NEWEST, row -> new MessageId(row.number(1)));
    }

    private List<Message> page(ReadTx tx, String sql, long of, MessagePage page) {
        return finished(
                tx,
                tx.page(
                        sql,
                        this::read,
                        new Weight<>(MessageTable::size, MessagePage.MAX_CHARACTERS),
                        of,
                        valueOr(page.before(), Long.MAX_VALUE),
                        valueOr(page.after(), 0),
                        page.limit()));
    }

    /// Adds the reactions, all in one query: messages of one page are of one room.
    private List<Message> finished(ReadTx tx, List<Stored> page) {
        if (page.isEmpty()) {
            return List.of();
        }
        MessageId one = page.getFirst().id();
        MessageId other = page.getLast().id();
        boolean ascending = one.value() <= other.value();
        Map<MessageId, List<ReactionGroup>> groups =
                reactions.between(
                        tx,
                        page.getFirst().origin().channel(),
                        ascending ? one : other,
                        ascending ? other : one);
        return page.stream()
                .map(stored -> stored.message(groups.getOrDefault(stored.id(), List.of())))
                .toList();
    }

    private Stored read(Row row) {
        Long thread = row.numberOrNull(5);
        String blocks = row.textOrNull(7);
        return new Stored(
                new MessageId(row.number(1)),
                new Message.Origin(
                        new ChannelId(row.number(2)),
                        new AgentId(row.number(3)),
                        row.text(4),
                        thread == null ? null : new MessageId(thread)),
                new Content(
                        row.text(6),
                        blocks == null ? null : json.tree(blocks),
                        json.tree(row.text(8)),
                        attachments(row.textOrNull(9)),
                        InjectionMode.of(row.text(10))),
                (int) row.number(11),
                (int) row.number(12));
    }

    private List<Attachment> attachments(@Nullable String text) {
        return text == null
                ? List.of()
                : List.of(json.convert(json.tree(text), Attachment[].class));
    }

    private static long size(Stored stored) {
        Content content = stored.content();
        JsonNode blocks = content.blocks();
        return content.text().length()
                + (long) content.metadata().toString().length()
                + (blocks == null ? 0 : blocks.toString().length());
    }

    private static long valueOr(@Nullable MessageId id, long otherwise) {
        return id == null ? otherwise : id.value();
    }

    private record Stored(
            MessageId id, Message.Origin origin, Content content, int replies, int readers) {
        Message message(List<ReactionGroup> groups) {
            return Message.of(id, origin, content, new Message.Echo(replies, groups, readers));
        }
    }
}
