package dev.waybill.server.delivery;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.ChannelId;
import dev.waybill.protocol.id.MessageId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Row;
import dev.waybill.server.store.Tx;
import java.time.Instant;
import java.util.List;

/// Finds the dead letters that have been kept long enough.
final class DeadLetterSweepTable {
    private static final String SELECT =
            """
            select d.agent_id, d.seq, d.message_id, d.attempt, r.workspace_id, m.channel_id
            from delivery d join agent r on r.id = d.agent_id join message m on m.id = d.message_id
            where d.status = 'dead_lettered'""";
    private static final String OLD =
            SELECT + " and d.updated_at <= ? order by d.updated_at limit ?";
    private static final String OLDEST_OF =
            SELECT
                    + " and d.message_id > 0 and d.agent_id in (select id from agent where workspace_id = ?) order by d.updated_at limit ?";
    private static final String GROWN =
            """
            select distinct r.workspace_id from delivery d join agent r on r.id = d.agent_id
            where d.status = 'dead_lettered' and d.updated_at >= ?
            """;
    private static final String COUNT =
            """
            select count(*) from delivery d
            where d.status = 'dead_lettered' and d.message_id > 0
                and d.agent_id in (select id from agent where workspace_id = ?)
            """;
    private static final String DELETE =
            "delete from delivery where agent_id = ? and seq = ? and status = 'dead_lettered'";

    /// A dead letter, and what its end is put on record with.
    record Kept(
            AgentId agent,
            long seq,
            MessageId message,
            int attempt,
            WorkspaceId workspace,
            ChannelId channel) {}

    /// Those given up at that moment or before, oldest first.
    List<Kept> old(ReadTx tx, Instant until, int limit) {
        return tx.list(OLD, DeadLetterSweepTable::kept, until, limit);
    }

    List<Kept> oldestOf(ReadTx tx, WorkspaceId workspace, int limit) {
        return tx.list(OLDEST_OF, DeadLetterSweepTable::kept, workspace, limit);
    }

    /// The workspaces that have had a new one since then.
    List<WorkspaceId> grownSince(ReadTx tx, Instant since) {
        return tx.list(GROWN, row -> new WorkspaceId(row.number(1)), since);
    }

    int count(ReadTx tx, WorkspaceId workspace) {
        return tx.first(COUNT, row -> (int) row.number(1), workspace).orElse(0);
    }

    boolean delete(Tx tx, Kept kept) {
        return tx.execute(DELETE, kept.agent(), kept.seq()) > 0;
    }

    private static Kept kept(Row row) {
        return new Kept(
                new AgentId(row.number(1)),
                row.number(2),
                new MessageId(row.number(3)),
                (int) row.number(4),
                new WorkspaceId(row.number(5)),
                new ChannelId(row.number(6)));
    }
}
