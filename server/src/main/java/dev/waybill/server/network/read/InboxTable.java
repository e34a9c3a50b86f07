package dev.waybill.server.network.read;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Row;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What waits for sessions.
final class InboxTable {
    private static final String HOLDER =
            "select agent_id from network_session where id = ? and workspace_id = ?";
    private static final String WAITING =
            """
            select i.id, i.message_id, m.trust, m.flags, m.envelope
            from network_inbox i join network_message m on m.id = i.id
            where i.session_id = ? and i.workspace_id = ? and i.id > ? order by i.id limit ?
            """;

    /// A message that waits, or was handed over and is not settled yet.
    record Waiting(
            long id, boolean handed, String trust, @Nullable String flags, String envelope) {}

    Optional<AgentId> holder(ReadTx tx, WorkspaceId workspace, String session) {
        return tx.first(HOLDER, row -> new AgentId(row.number(1)), session, workspace);
    }

    /// In the order in which the session gets them.
    Page<Waiting> after(ReadTx tx, WorkspaceId workspace, String session, long after, int limit) {
        return Page.read(
                tx,
                WAITING,
                InboxTable::read,
                waiting -> waiting.envelope().length() + 300L,
                limit,
                session,
                workspace,
                after);
    }

    private static Waiting read(Row row) {
        return new Waiting(
                row.number(1),
                row.numberOrNull(2) != null,
                row.text(3),
                row.textOrNull(4),
                row.text(5));
    }
}
