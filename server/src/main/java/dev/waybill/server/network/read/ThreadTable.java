package dev.waybill.server.network.read;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.network.api.ThreadView;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Row;
import dev.waybill.server.store.RowReader;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The open conversations of channels.
final class ThreadTable {
    private static final String SELECT =
            """
            select t.channel, t.thread_id, t.root_id, t.title, t.opened_by, t.opened_session, t.opened_at,
                   t.last_activity_at, t.message_count, t.participant_count, t.open_work_count, t.last_preview
            from network_thread t where t.workspace_id = ? and t.channel = ?""";
    private static final String LATEST =
            SELECT
                    + """
                     and (t.last_activity_at < ? or (t.last_activity_at = ? and t.thread_id < ?))
                    order by t.last_activity_at desc, t.thread_id desc limit ?
                    """;
    private static final String ONE = SELECT + " and t.thread_id = ?";

    private final WireWorkspaces workspaces;

    ThreadTable(WireWorkspaces workspaces) {
        this.workspaces = workspaces;
    }

    /// Those with the latest activity first that come after a place.
    Page<ThreadView> latest(
            ReadTx tx, WorkspaceId workspace, String channel, Position after, int limit) {
        return Page.read(
                tx,
                LATEST,
                reader(workspace),
                _ -> 1,
                limit,
                workspace,
                channel,
                after.activity(),
                after.activity(),
                after.id());
    }

    Optional<ThreadView> find(ReadTx tx, WorkspaceId workspace, String channel, String thread) {
        return tx.first(ONE, reader(workspace), workspace, channel, thread);
    }

    private RowReader<ThreadView> reader(WorkspaceId workspace) {
        String name = workspaces.nameOf(workspace);
        return row -> read(row, name);
    }

    private static ThreadView read(Row row, @Nullable String workspace) {
        return new ThreadView(
                row.text(1),
                workspace,
                row.text(2),
                Long.toString(row.number(3)),
                row.text(4),
                row.text(5),
                row.textOrNull(6),
                row.instant(7),
                row.instant(8),
                row.number(9),
                row.number(10),
                row.number(11),
                row.textOrNull(12));
    }
}
