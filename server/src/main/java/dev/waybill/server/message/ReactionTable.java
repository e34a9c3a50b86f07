package dev.waybill.server.message;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.ChannelId;
import dev.waybill.protocol.id.MessageId;
import dev.waybill.protocol.message.ReactionGroup;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Tx;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Who reacted to which message with what.
final class ReactionTable {
    private static final int MOST = 10_000;
    private static final String INSERT =
            """
            insert into reaction (message_id, agent_id, emoji, id, author_id, created_at) values (?, ?, ?, ?, ?, ?)
            on conflict (message_id, agent_id, emoji) do nothing
            """;
    private static final String FIND =
            "select id, created_at from reaction where message_id = ? and agent_id = ? and emoji = ?";
    private static final String DELETE =
            "delete from reaction where message_id = ? and agent_id = ? and emoji = ?";
    static final String BETWEEN =
            """
            select x.message_id, x.emoji, w.name
            from reaction x join author w on w.id = x.agent_id
            where x.message_id in (
                select s.message_id from said s where s.channel_id = ? and s.message_id between ? and ?)
            order by x.message_id, x.id limit ?
            """;

    /// A reaction as it is kept.
    record Kept(long id, Instant at) {}

    private record Line(MessageId message, String emoji, String agent) {}

    void insert(Tx tx, Heading message, AgentId agent, String emoji, Kept kept) {
        tx.execute(INSERT, message.id(), agent, emoji, kept.id(), message.author(), kept.at());
    }

    Optional<Kept> find(ReadTx tx, MessageId message, AgentId agent, String emoji) {
        return tx.first(
                FIND, row -> new Kept(row.number(1), row.instant(2)), message, agent, emoji);
    }

    void delete(Tx tx, MessageId message, AgentId agent, String emoji) {
        tx.execute(DELETE, message, agent, emoji);
    }

    /// Of the messages of a room from the first to the last given one, in the order in which they were made.
    Map<MessageId, List<ReactionGroup>> between(
            ReadTx tx, ChannelId room, MessageId first, MessageId last) {
        List<Line> lines =
                tx.list(
                        BETWEEN,
                        row -> new Line(new MessageId(row.number(1)), row.text(2), row.text(3)),
                        room,
                        first,
                        last,
                        MOST);
        Map<MessageId, Map<String, List<String>>> grouped = new LinkedHashMap<>();
        for (Line line : lines) {
            grouped.computeIfAbsent(line.message(), _ -> new LinkedHashMap<>())
                    .computeIfAbsent(line.emoji(), _ -> new ArrayList<>())
                    .add(line.agent());
        }
        Map<MessageId, List<ReactionGroup>> groups = new LinkedHashMap<>();
        grouped.forEach((message, emojis) -> groups.put(message, groups(emojis)));
        return groups;
    }

    private static List<ReactionGroup> groups(Map<String, List<String>> emojis) {
        return emojis.entrySet().stream()
                .map(
                        entry ->
                                new ReactionGroup(
                                        entry.getKey(), entry.getValue().size(), entry.getValue()))
                .toList();
    }
}
