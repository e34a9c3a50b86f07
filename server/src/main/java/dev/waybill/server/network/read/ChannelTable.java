package dev.waybill.server.network.read;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Row;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The channels that were made here, that somebody here is in, or that something was said in.
final class ChannelTable {
    private static final String SELECT =
            """
            select c.channel, n.purpose, n.created_by, n.created_at,
                   (select count(*) from network_session s where s.workspace_id = ? and s.channel = c.channel),
                   (select t.last_preview from network_thread t where t.workspace_id = ? and t.channel = c.channel
                    order by t.last_activity_at desc limit 1)
            from (
                select channel from network_channel where workspace_id = ?
                union select channel from network_session where workspace_id = ?
                union select channel from network_thread where workspace_id = ?
                union select channel from network_room where workspace_id = ?) c
            left join network_channel n on n.workspace_id = ? and n.channel = c.channel
            where (? = '' or c.channel = ?) order by c.channel limit ?
            """;
    private static final String THREADS =
            """
            select t.channel, count(*), sum(t.message_count), sum(t.open_work_count), max(t.last_activity_at)
            from network_thread t where t.workspace_id = ? and (? = '' or t.channel = ?) group by t.channel
            """;
    private static final String ROOMS =
            """
            select r.channel, count(*), sum(r.message_count), sum(r.open_work_count), max(r.last_activity_at)
            from network_room r where r.workspace_id = ? and (? = '' or r.channel = ?)
            and (? = 1 or exists (
                select 1 from network_session s
                where s.agent_id = ? and s.workspace_id = r.workspace_id and s.channel = r.channel
                and s.peer_id in (r.peer_a, r.peer_b)))
            group by r.channel
            """;

    /// A channel without what is counted in it.
    record Named(
            String channel,
            @Nullable String purpose,
            @Nullable String createdBy,
            @Nullable Instant createdAt,
            int sessions,
            @Nullable String preview) {}

    /// The conversations of a channel, in sum.
    record Sum(String channel, long count, long messages, long openWork, @Nullable Instant last) {
        static final Sum NONE = new Sum("", 0, 0, 0, null);
    }

    /// All of them, or the one of the name; an empty name stands for all.
    List<Named> list(ReadTx tx, WorkspaceId workspace, String name, int limit) {
        return tx.list(
                SELECT,
                ChannelTable::named,
                workspace,
                workspace,
                workspace,
                workspace,
                workspace,
                workspace,
                workspace,
                name,
                name,
                limit);
    }

    Map<String, Sum> threads(ReadTx tx, WorkspaceId workspace, String name) {
        return byChannel(tx.list(THREADS, ChannelTable::sum, workspace, name, name));
    }

    /// Of the direct rooms that are seen.
    Map<String, Sum> rooms(ReadTx tx, NetworkSight sight, String name) {
        return byChannel(
                tx.list(
                        ROOMS,
                        ChannelTable::sum,
                        sight.workspace(),
                        name,
                        name,
                        sight.everyRoom(),
                        sight.agentNumber()));
    }

    private static Map<String, Sum> byChannel(List<Sum> sums) {
        return sums.stream().collect(Collectors.toMap(Sum::channel, sum -> sum));
    }

    private static Named named(Row row) {
        return new Named(
                row.text(1),
                row.textOrNull(2),
                row.textOrNull(3),
                row.instantOrNull(4),
                (int) row.number(5),
                row.textOrNull(6));
    }

    private static Sum sum(Row row) {
        return new Sum(
                row.text(1), row.number(2), row.number(3), row.number(4), row.instantOrNull(5));
    }
}
