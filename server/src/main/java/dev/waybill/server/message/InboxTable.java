package dev.waybill.server.message;

import dev.waybill.protocol.conversation.Inbox;
import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.MessageId;
import dev.waybill.protocol.id.Snowflakes;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Row;
import java.util.List;
import java.util.Optional;

/// What stands in an inbox besides counts.
final class InboxTable {
    private static final String MENTIONS =
            UnreadTable.UNREAD
                    + """
                    select %s, m.id, w.name, m.text
                    from unread u join message m on m.id = u.message_id join channel c on c.id = m.channel_id
                    join author w on w.id = m.agent_id
                    where u.reason = 'mention' order by m.id desc limit ?
                    """
                            .formatted(RoomTable.COLUMNS);
    private static final String REACTIONS =
            """
            select %s, x.message_id, w.name, x.emoji, x.created_at
            from reaction x join message m on m.id = x.message_id join channel c on c.id = m.channel_id
            join author w on w.id = x.agent_id
            where x.author_id = ? and x.agent_id <> ? order by x.id desc limit ?
            """
                    .formatted(RoomTable.COLUMNS);
    private static final String LATEST =
            "select w.name, m.text from message m join author w on w.id = m.agent_id where m.id = ?";

    /// Who wrote a message, and what.
    record Said(String author, String text) {}

    List<Inbox.Mention> mentions(ReadTx tx, AgentId agent, int most) {
        return tx.list(MENTIONS, InboxTable::mention, UnreadTable.values(agent, most));
    }

    List<Inbox.RecentReaction> reactions(ReadTx tx, AgentId agent, int most) {
        return tx.list(REACTIONS, InboxTable::reaction, agent, agent, most);
    }

    Optional<Said> said(ReadTx tx, MessageId id) {
        return tx.first(LATEST, row -> new Said(row.text(1), row.text(2)), id);
    }

    private static Inbox.Mention mention(Row row) {
        long id = row.number(5);
        return new Inbox.Mention(
                new MessageId(id),
                RoomTable.read(row).room().name(),
                row.text(6),
                row.text(7),
                Snowflakes.instantOf(id));
    }

    private static Inbox.RecentReaction reaction(Row row) {
        return new Inbox.RecentReaction(
                new MessageId(row.number(5)),
                RoomTable.read(row).room().name(),
                row.text(7),
                row.text(6),
                row.instant(8));
    }
}
