package dev.waybill.server.network.read;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Row;
import dev.waybill.server.store.Tx;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What may be forgotten of conversations, and how.
final class RetentionTable {
    private static final String PAGE_END =
            """
            select max(p.id) from (
                select m.id from network_message m where m.id > ? and m.id < ? order by m.id limit ?) p
            """;
    private static final String OVER =
            """
            select m.id, m.workspace_id, m.channel, m.container, m.work_id from network_message m
            where m.id > ? and m.id <= ?
            and not exists (select 1 from network_outbox o where o.id = m.id)
            and not exists (
                select 1 from network_work w where w.workspace_id = m.workspace_id and w.work_id = m.work_id
                and (w.terminal_at is null or w.terminal_at >= ?))
            order by m.id
            """;
    private static final String WAITING =
            "select i.id from network_inbox i where i.id > ? and i.id <= ?";
    private static final String DELETE = "delete from network_message where id = ?";
    private static final String LESS_IN_THREAD =
            """
            update network_thread set message_count = message_count - 1
            where workspace_id = ? and channel = ? and thread_id = ? and message_count > 0
            """;
    private static final String LESS_IN_ROOM =
            """
            update network_room set message_count = message_count - 1
            where workspace_id = ? and channel = ? and direct_id = ? and message_count > 0
            """;
    private static final String END_THREAD =
            """
            delete from network_thread where workspace_id = ? and channel = ? and thread_id = ?
            and message_count = 0 and open_work_count = 0 and last_activity_at < ?
            """;
    private static final String END_PARTICIPANTS =
            "delete from network_participant where workspace_id = ? and channel = ? and thread_id = ?";
    private static final String END_ROOM =
            """
            delete from network_room where workspace_id = ? and channel = ? and direct_id = ?
            and message_count = 0 and open_work_count = 0 and last_activity_at < ?
            """;
    private static final String END_WORK =
            """
            delete from network_work where workspace_id = ? and work_id = ? and terminal_at < ?
            and not exists (
                select 1 from network_message m
                where m.workspace_id = network_work.workspace_id and m.work_id = network_work.work_id)
            """;
    private static final String UNUSED =
            "select 1 from network_room where last_activity_at is null and opened_at < ? limit 1";
    private static final String END_UNUSED =
            "delete from network_room where last_activity_at is null and opened_at < ?";

    /// A message that may be forgotten, and what it is part of.
    record Over(
            long id,
            WorkspaceId workspace,
            String channel,
            @Nullable String container,
            @Nullable String work) {}

    /// The last of the next so many messages, 0 if there are none.
    long pageEnd(ReadTx tx, long after, long before, int atMost) {
        return tx.first(
                        PAGE_END,
                        row -> row.numberOrNull(1) == null ? 0 : row.number(1),
                        after,
                        before,
                        atMost)
                .orElse(0L);
    }

    /// Those of these that nobody waits for: not the carrier, not a session, not work that goes on or has ended lately.
    List<Over> over(ReadTx tx, long after, long last, Instant oldest) {
        Set<Long> waiting = new HashSet<>(tx.list(WAITING, row -> row.number(1), after, last));
        return tx.list(OVER, RetentionTable::read, after, last, oldest).stream()
                .filter(one -> !waiting.contains(one.id()))
                .toList();
    }

    void forget(Tx tx, Over one, Instant oldest) {
        if (tx.execute(DELETE, one.id()) == 0) {
            return;
        }
        if (one.container() != null) {
            leave(tx, one, one.container(), oldest);
        }
        if (one.work() != null) {
            tx.execute(END_WORK, one.workspace(), one.work(), oldest);
        }
    }

    /// A conversation ends with its last message.
    private static void leave(Tx tx, Over one, String container, Instant oldest) {
        if (tx.execute(LESS_IN_THREAD, one.workspace(), one.channel(), container) == 0) {
            tx.execute(LESS_IN_ROOM, one.workspace(), one.channel(), container);
            tx.execute(END_ROOM, one.workspace(), one.channel(), container, oldest);
        } else if (tx.execute(END_THREAD, one.workspace(), one.channel(), container, oldest) == 1) {
            tx.execute(END_PARTICIPANTS, one.workspace(), one.channel(), container);
        }
    }

    boolean hasUnused(ReadTx tx, Instant oldest) {
        return tx.first(UNUSED, row -> row.number(1), oldest).isPresent();
    }

    /// Rooms that nothing was ever said in.
    int endUnused(Tx tx, Instant oldest) {
        return tx.execute(END_UNUSED, oldest);
    }

    private static Over read(Row row) {
        return new Over(
                row.number(1),
                new WorkspaceId(row.number(2)),
                row.text(3),
                row.textOrNull(4),
                row.textOrNull(5));
    }
}
