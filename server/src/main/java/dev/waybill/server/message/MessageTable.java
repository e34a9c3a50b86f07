package dev.waybill.server.message;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.ChannelId;
import dev.waybill.protocol.id.MessageId;
import dev.waybill.protocol.id.Snowflakes;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.message.InjectionMode;
import dev.waybill.protocol.message.Mentions;
import dev.waybill.protocol.message.Message;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Row;
import dev.waybill.server.store.Tx;
import dev.waybill.server.store.Weight;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Messages, by id and by channel. When a message was created is in its id.
final class MessageTable {
    private static final String INSERT =
            """
            insert into message (id, workspace_id, channel_id, agent_id, thread_id, text, blocks, metadata, mode)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """;
    private static final String PAGE =
            """
            select m.id, m.channel_id, m.agent_id, a.name, m.text, m.blocks, m.metadata, m.mode
            from message m join author a on a.id = m.agent_id
            where m.channel_id = ? and m.thread_id is null and m.id < ? and m.id > ?
            order by m.id desc limit ?
            """;

    private static final String NEWEST = "select id from message order by id desc limit 1";

    private final Json json;

    MessageTable(Json json) {
        this.json = json;
    }

    void insert(Tx tx, WorkspaceId workspace, Message message) {
        tx.execute(
                INSERT,
                message.id(),
                workspace,
                message.channelId(),
                message.agentId(),
                message.threadId(),
                message.text(),
                message.blocks() == null ? null : json.text(message.blocks()),
                json.text(message.metadata()),
                message.injectionMode().wire());
    }

    List<Message> page(ReadTx tx, ChannelId channel, MessagePage page) {
        return tx.page(
                PAGE,
                this::read,
                new Weight<>(MessageTable::size, MessagePage.MAX_CHARACTERS),
                channel,
                valueOr(page.before(), Long.MAX_VALUE),
                valueOr(page.after(), 0),
                page.limit());
    }

    Optional<MessageId> newest(ReadTx tx) {
        return tx.first(NEWEST, row -> new MessageId(row.number(1)));
    }

    private Message read(Row row) {
        MessageId id = new MessageId(row.number(1));
        String text = row.text(5);
        String blocks = row.textOrNull(6);
        return new Message(
                id,
                new ChannelId(row.number(2)),
                new AgentId(row.number(3)),
                row.text(4),
                text,
                blocks == null ? null : json.tree(blocks),
                json.tree(row.text(7)),
                false,
                null,
                Snowflakes.instantOf(id.value()),
                0,
                List.of(),
                0,
                List.of(),
                Mentions.in(text),
                InjectionMode.of(row.text(8)));
    }

    private static long size(Message message) {
        JsonNode blocks = message.blocks();
        return message.text().length()
                + (long) message.metadata().toString().length()
                + (blocks == null ? 0 : blocks.toString().length());
    }

    private static long valueOr(@Nullable MessageId id, long otherwise) {
        return id == null ? otherwise : id.value();
    }
}
