package dev.waybill.server.message;

import dev.waybill.protocol.conversation.Conversation.Participant;
import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.ChannelId;
import dev.waybill.protocol.id.MessageId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.server.delivery.PostedMessage.Room;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Row;
import dev.waybill.server.store.Tx;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Conversations with those who take part in them and what was said last.
final class ConversationTable {
    private static final int MOST_ROOMS = 200;
    private static final int MOST_PARTICIPANTS = 20_000;

    private static final String ROOMS =
            """
            select c.id, c.kind, c.name, c.is_archived, c.title, c.created_at, m.id, m.text, m.agent_id, w.name, m.thread_id
            from (
                select c.id, c.kind, c.name, c.is_archived, c.title, c.created_at,
                    (select s.message_id from said s where s.channel_id = c.id
                     order by s.message_id desc limit 1) as last
                from %s) c
            left join message m on m.id = c.last left join author w on w.id = m.agent_id
            order by coalesce(c.last, c.id) desc limit ?
            """;
    static final String OF_AGENT =
            ROOMS.formatted(
                    """
                    member b join channel c on c.id = b.channel_id
                    where b.agent_id = ? and c.kind in ('dm', 'group')\
                    """);
    private static final String OF_WORKSPACE =
            ROOMS.formatted("channel c where c.workspace_id = ? and c.kind in ('dm', 'group')");
    private static final String PARTICIPANTS =
            """
            select p.channel_id, p.agent_id, w.name
            from %s join member p on p.channel_id = c.id join author w on w.id = p.agent_id
            where c.kind in ('dm', 'group') and %s order by p.channel_id, p.joined_at, p.agent_id limit ?
            """;
    private static final String PARTICIPANTS_WITH_AGENT =
            PARTICIPANTS.formatted(
                    "member b join channel c on c.id = b.channel_id", "b.agent_id = ?");
    private static final String PARTICIPANTS_IN_WORKSPACE =
            PARTICIPANTS.formatted("channel c", "c.workspace_id = ?");
    static final String COUNT = "select count(*) from said where channel_id = ?";
    private static final String LEAVE = "delete from member where channel_id = ? and agent_id = ?";

    /// What was said last in a room.
    record Last(Heading heading, String text, String author) {}

    record Line(Room room, @Nullable String title, Instant createdAt, @Nullable Last last) {}

    private record Seat(ChannelId room, Participant participant) {}

    /// The latest ones of the agent, latest first.
    List<Line> of(ReadTx tx, AgentId agent) {
        return tx.list(OF_AGENT, ConversationTable::read, agent, MOST_ROOMS);
    }

    List<Line> of(ReadTx tx, WorkspaceId workspace) {
        return tx.list(OF_WORKSPACE, ConversationTable::read, workspace, MOST_ROOMS);
    }

    Map<ChannelId, List<Participant>> participants(ReadTx tx, AgentId with) {
        return grouped(
                tx.list(PARTICIPANTS_WITH_AGENT, ConversationTable::seat, with, MOST_PARTICIPANTS));
    }

    Map<ChannelId, List<Participant>> participants(ReadTx tx, WorkspaceId workspace) {
        return grouped(
                tx.list(
                        PARTICIPANTS_IN_WORKSPACE,
                        ConversationTable::seat,
                        workspace,
                        MOST_PARTICIPANTS));
    }

    long count(ReadTx tx, ChannelId room) {
        return tx.first(COUNT, row -> row.number(1), room).orElse(0L);
    }

    /// False when the agent was not in it.
    boolean leave(Tx tx, ChannelId room, AgentId agent) {
        return 1 == tx.execute(LEAVE, room, agent);
    }

    private static Map<ChannelId, List<Participant>> grouped(List<Seat> seats) {
        return seats.stream()
                .collect(
                        Collectors.groupingBy(
                                Seat::room,
                                Collectors.mapping(Seat::participant, Collectors.toList())));
    }

    private static Seat seat(Row row) {
        return new Seat(
                new ChannelId(row.number(1)),
                new Participant(new AgentId(row.number(2)), row.text(3)));
    }

    private static Line read(Row row) {
        Room room = RoomTable.read(row).room();
        return new Line(room, row.textOrNull(5), row.instant(6), last(row, room).orElse(null));
    }

    private static Optional<Last> last(Row row, Room room) {
        Long id = row.numberOrNull(7);
        if (id == null) {
            return Optional.empty();
        }
        Long thread = row.numberOrNull(11);
        Heading heading =
                new Heading(
                        new MessageId(id),
                        new AgentId(row.number(9)),
                        thread == null ? null : new MessageId(thread),
                        room);
        return Optional.of(new Last(heading, row.text(8), row.text(10)));
    }
}
