package dev.waybill.server.network.read;

import dev.waybill.protocol.id.Snowflakes;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.network.api.AuditRow;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Row;
import dev.waybill.server.store.Tx;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What was decided about messages of the network.
final class AuditTable {
    private static final String SELECT =
            """
            select a.id, a.direction, a.kind, a.channel, a.container, a.work_id, a.peer_from, a.peer_to, a.message_id,
                   a.session_id, a.reason, a.detail, a.size, a.hash
            from network_audit a where a.workspace_id = ? and a.id > ? and a.id < ?
            and (? = '' or a.peer_from = ? or a.peer_to = ?) and (? = '' or a.channel = ?)
            and (? = '' or a.direction = ?) and (? = '' or a.reason = ?) and (? = '' or a.kind = ?)
            and (? = '' or a.session_id = ?)""";
    private static final String OF_WORK = SELECT + " and a.work_id = ?";
    private static final String OLDER =
            """
            select a.id from network_audit a where a.workspace_id = ? and a.id < ?
            order by a.id desc limit 1 offset ?""";
    private static final String NEWER =
            """
            select a.id from network_audit a where a.workspace_id = ? and a.id > ?
            order by a.id limit 1 offset ?""";
    private static final String NEWEST = " order by a.id desc limit ?";
    private static final String OLDEST = " order by a.id limit ?";
    private static final String FORGET =
            """
            delete from network_audit where id in (
                select a.id from network_audit a where a.id < ? order by a.id limit ?)
            """;
    private static final String FORGET_COPIES =
            """
            delete from network_replay where key in (
                select r.key from network_replay r where r.until < ? order by r.until limit ?)
            """;

    /// The row with which the next so many before an id end; 0 where there are not so many.
    long older(ReadTx tx, WorkspaceId workspace, long before, int rows) {
        return tx.first(OLDER, row -> row.number(1), workspace, before, rows).orElse(0L);
    }

    /// The row with which the next so many after an id end; the largest number where there are not so many.
    long newer(ReadTx tx, WorkspaceId workspace, long after, int rows) {
        return tx.first(NEWER, row -> row.number(1), workspace, after, rows).orElse(Long.MAX_VALUE);
    }

    /// The newest row of all; 0 where there is none.
    long newest(ReadTx tx, WorkspaceId workspace) {
        return older(tx, workspace, Long.MAX_VALUE, 0);
    }

    /// Between two ids, newest first.
    Page<AuditRow> newest(
            ReadTx tx,
            WorkspaceId workspace,
            AuditQuery query,
            long after,
            long before,
            int limit) {
        return page(tx, workspace, query, after, before, NEWEST, limit);
    }

    /// Between two ids, oldest first.
    Page<AuditRow> oldest(
            ReadTx tx,
            WorkspaceId workspace,
            AuditQuery query,
            long after,
            long before,
            int limit) {
        return page(tx, workspace, query, after, before, OLDEST, limit);
    }

    /// Forgets some of those that are older; how many.
    int forget(Tx tx, Instant until, int limit) {
        return tx.execute(FORGET, Snowflakes.floorOf(until), limit);
    }

    /// Forgets some of the messages whose copies can no longer pass for new; how many.
    int forgetCopies(Tx tx, Instant now, int limit) {
        return tx.execute(FORGET_COPIES, now.getEpochSecond(), limit);
    }

    private static Page<AuditRow> page(
            ReadTx tx,
            WorkspaceId workspace,
            AuditQuery query,
            long after,
            long before,
            String order,
            int limit) {
        List<Object> values = new ArrayList<>();
        values.add(workspace);
        values.add(Math.max(after, first(query)));
        values.add(Math.min(before, end(query)));
        add(values, query.peer(), 3);
        add(values, query.channel(), 2);
        add(values, query.direction(), 2);
        add(values, query.reason(), 2);
        add(values, query.kind(), 2);
        add(values, query.session(), 2);
        String work = query.work();
        if (work != null) {
            values.add(work);
        }
        return Page.read(
                tx,
                (work == null ? SELECT : OF_WORK) + order,
                AuditTable::read,
                _ -> 300,
                limit,
                values.toArray());
    }

    private static void add(List<Object> values, @Nullable String value, int times) {
        for (int i = 0; i < times; i++) {
            values.add(value == null ? "" : value);
        }
    }

    /// Only rows after this one are wanted.
    static long first(AuditQuery query) {
        Instant since = query.since();
        return since == null ? 0 : Math.max(0, Snowflakes.floorOf(since) - 1);
    }

    /// Only rows before this one are wanted.
    static long end(AuditQuery query) {
        Instant until = query.until();
        return until == null ? Long.MAX_VALUE : Snowflakes.floorOf(until);
    }

    private static AuditRow read(Row row) {
        long id = row.number(1);
        Places place = Places.of(row.textOrNull(5));
        return new AuditRow(
                Long.toString(id),
                Snowflakes.instantOf(id),
                row.text(2),
                row.textOrNull(3),
                row.textOrNull(4),
                place.surface(),
                place.thread(),
                place.direct(),
                row.textOrNull(6),
                row.textOrNull(7),
                row.textOrNull(8),
                row.textOrNull(9),
                row.textOrNull(10),
                row.textOrNull(11),
                row.textOrNull(12),
                (int) row.number(13),
                row.text(14));
    }
}
