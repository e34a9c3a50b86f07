package dev.waybill.server.ledger;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.server.store.Tx;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/// Appends to the record of a workspace.
public final class Ledger {
    private static final String NEXT_SEQ =
            "update workspace set ledger_seq = ledger_seq + 1 where id = ? returning ledger_seq";
    private static final String APPEND =
            """
            insert into ledger (workspace_id, seq, type, channel_id, agent_id, subject, payload, created_at)
            values (?, ?, ?, ?, ?, ?, ?, ?)
            """;

    private final List<Consumer<WorkspaceId>> bells = new CopyOnWriteArrayList<>();

    /// Numbers the entry and writes it, in the transaction of the change it tells of.
    public void append(Tx tx, WorkspaceId workspace, LedgerEntry entry) {
        long seq =
                tx.first(NEXT_SEQ, row -> row.number(1), workspace)
                        .orElseThrow(() -> new IllegalStateException("no workspace " + workspace));
        tx.execute(
                APPEND,
                workspace,
                seq,
                entry.type(),
                entry.channel(),
                entry.agent(),
                entry.subject(),
                entry.payload() == null ? null : entry.payload().toString(),
                entry.at());
        tx.afterCommit(() -> bells.forEach(bell -> bell.accept(workspace)));
    }

    /// Rings after each commit that appended something. Whoever listens must be quick; the bell carries no data.
    public void onAppend(Consumer<WorkspaceId> bell) {
        bells.add(bell);
    }
}
