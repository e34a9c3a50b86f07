package dev.waybill.server.message;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.MessageId;
import dev.waybill.server.delivery.PostedMessage.Room;
import dev.waybill.server.store.ReadTx;
import java.util.List;

/// What an agent was sent and has neither acknowledged nor read. What never reached it counts, what it was never sent does
/// not.
final class UnreadTable {
    /// Only so many of the latest deliveries are looked at.
    private static final int LATEST = 5000;

    /// Takes the first six of [#values].
    static final String UNREAD =
            """
            with unread as (
                select u.message_id, u.reason from (
                    select d.message_id, d.reason from (
                        select message_id, reason, status from delivery
                        where agent_id = ? and seq > (select ack_seq from agent where id = ?)
                        order by seq desc limit ?) d
                    where coalesce(d.status, 'failed') in ('failed', 'accepted', 'deferred', 'dead_lettered')
                    union
                    select d.message_id, d.reason from (
                        select message_id, reason from delivery
                        where agent_id = ? and status is not null and status in ('accepted', 'deferred', 'failed', 'dead_lettered')
                        order by seq desc limit ?) d) u
                where not exists (
                    select 1 from receipt x where x.message_id = u.message_id and x.agent_id = ?))
            """;

    private static final String BY_ROOM =
            UNREAD
                    + """
                    select %s, count(distinct m.id), max(m.id)
                    from unread u join message m on m.id = u.message_id join channel c on c.id = m.channel_id
                    group by c.id, c.kind, c.name, c.is_archived order by max(m.id) desc limit 10000
                    """
                            .formatted(RoomTable.COLUMNS);

    /// How much is unread in a room, and the latest of it.
    record UnreadRoom(Room room, long count, MessageId latest) {}

    /// The rooms with something unread, latest first.
    List<UnreadRoom> byRoom(ReadTx tx, AgentId agent) {
        return tx.list(
                BY_ROOM,
                row ->
                        new UnreadRoom(
                                RoomTable.read(row).room(),
                                row.number(5),
                                new MessageId(row.number(6))),
                agent,
                agent,
                LATEST,
                agent,
                LATEST,
                agent);
    }

    static Object[] values(AgentId agent, int most) {
        return new Object[] {agent, agent, LATEST, agent, LATEST, agent, most};
    }
}
