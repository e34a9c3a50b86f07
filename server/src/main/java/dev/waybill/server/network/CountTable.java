package dev.waybill.server.network;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.server.store.ReadTx;
import java.util.Map;
import java.util.stream.Collectors;

/// How much there is of everything, for one workspace.
final class CountTable {
    private static final String ALL =
            """
            select
                (select count(*) from network_inbox where workspace_id = ? and message_id is null),
                (select count(distinct session_id) from network_inbox where workspace_id = ? and message_id is null),
                (select count(*) from network_outbox where workspace_id = ?),
                (select count(*) from network_thread where workspace_id = ?),
                (select count(*) from network_room where workspace_id = ?),
                (select count(*) from network_work where workspace_id = ? and terminal_at is null),
                (select coalesce(sum(message_count), 0) from network_thread where workspace_id = ?)
                    + (select coalesce(sum(message_count), 0) from network_room where workspace_id = ?)
            """;
    private static final String QUEUED =
            """
            select session_id, count(*) from network_inbox where workspace_id = ? and message_id is null
            group by session_id
            """;

    record Counts(
            long queued,
            long queuedSessions,
            long outbox,
            long threads,
            long rooms,
            long openWork,
            long messages) {}

    Counts of(ReadTx tx, WorkspaceId workspace) {
        return tx.first(
                        ALL,
                        row ->
                                new Counts(
                                        row.number(1),
                                        row.number(2),
                                        row.number(3),
                                        row.number(4),
                                        row.number(5),
                                        row.number(6),
                                        row.number(7)),
                        workspace,
                        workspace,
                        workspace,
                        workspace,
                        workspace,
                        workspace,
                        workspace,
                        workspace)
                .orElseThrow();
    }

    /// How many wait for each session that something waits for.
    Map<String, Long> queued(ReadTx tx, WorkspaceId workspace) {
        record Line(String session, long count) {}
        return tx.list(QUEUED, row -> new Line(row.text(1), row.number(2)), workspace).stream()
                .collect(Collectors.toMap(Line::session, Line::count));
    }
}
