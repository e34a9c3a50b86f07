package dev.waybill.server.message;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.ChannelId;
import dev.waybill.protocol.id.MessageId;
import dev.waybill.protocol.message.ReadStatus;
import dev.waybill.protocol.message.Reader;
import dev.waybill.server.delivery.DeliverySql;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Row;
import dev.waybill.server.store.Tx;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Who has read what. What an agent acknowledged counts as read, also where it did not say so of the single message.
final class ReadTable {
    private static final int MOST_READERS = 1000;
    private static final int MOST_MEMBERS = 10_000;

    /// How far back acknowledgements are looked at to tell how far a channel was read.
    private static final int LATEST = 200;

    private static final String INSERT =
            """
            insert into receipt (message_id, agent_id, read_at) values (?, ?, ?)
            on conflict (message_id, agent_id) do nothing
            """;
    private static final String FIND =
            "select read_at from receipt where message_id = ? and agent_id = ?";
    private static final String MOVE =
            """
            update member set last_read_id = ?, last_read_at = ?
            where channel_id = ? and agent_id = ? and last_read_id < ?
            """;
    private static final String ACKED_AT =
            """
            coalesce(
                case when d.status = 'acked' then d.updated_at end,
                (select k.at from ack k where k.agent_id = d.agent_id and k.up_to_seq >= d.seq
                 order by k.up_to_seq limit 1),
                d.created_at)\
            """;
    private static final String READERS =
            """
            select w.name, s.agent_id, min(s.at) from (
                select x.agent_id, x.read_at as at from receipt x where x.message_id = ?
                union all
                select d.agent_id, %s from delivery d join agent r on r.id = d.agent_id
                where d.message_id = ? and %s) s
            join author w on w.id = s.agent_id
            group by w.name, s.agent_id order by min(s.at), s.agent_id limit ?
            """
                    .formatted(ACKED_AT, DeliverySql.ACKED);
    static final String STATUS =
            """
            select w.name, b.last_read_id, b.last_read_at, l.message_id, l.at
            from member b join author w on w.id = b.agent_id left join (
                select d.agent_id, max(d.message_id) as message_id, max(%s) as at
                from (select message_id from said where channel_id = ? order by message_id desc limit ?) m
                join delivery d on d.message_id = m.message_id join agent r on r.id = d.agent_id
                where %s group by d.agent_id) l on l.agent_id = b.agent_id
            where b.channel_id = ? order by w.name limit ?
            """
                    .formatted(ACKED_AT, DeliverySql.ACKED);

    /// False when it was read before.
    boolean insert(Tx tx, MessageId message, AgentId agent, Instant at) {
        return 1 == tx.execute(INSERT, message, agent, at);
    }

    Optional<Instant> find(ReadTx tx, MessageId message, AgentId agent) {
        return tx.first(FIND, row -> row.instant(1), message, agent);
    }

    /// Forward only.
    void move(Tx tx, ChannelId room, AgentId agent, MessageId message, Instant at) {
        tx.execute(MOVE, message, at, room, agent, message);
    }

    List<Reader> readers(ReadTx tx, MessageId message) {
        return tx.list(
                READERS,
                row -> new Reader(row.text(1), new AgentId(row.number(2)), row.instant(3)),
                message,
                message,
                MOST_READERS);
    }

    List<ReadStatus> status(ReadTx tx, ChannelId room) {
        return tx.list(STATUS, ReadTable::status, room, LATEST, room, MOST_MEMBERS);
    }

    private static ReadStatus status(Row row) {
        long said = row.number(2);
        long acked = row.number(4);
        boolean further = acked > said;
        long last = further ? acked : said;
        @Nullable Instant at = row.instantOrNull(further ? 5 : 3);
        return new ReadStatus(row.text(1), last == 0 ? null : new MessageId(last), at);
    }
}
