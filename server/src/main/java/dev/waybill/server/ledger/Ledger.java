package dev.waybill.server.ledger;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.server.store.Tx;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Appends to the record of a workspace.
public final class Ledger {
    private static final String NEXT_SEQ =
            "update workspace set ledger_seq = ledger_seq + ? where id = ? returning ledger_seq";
    private static final String APPEND =
            """
            insert into ledger (workspace_id, seq, type, channel_id, agent_id, subject, payload, created_at)
            values (?, ?, ?, ?, ?, ?, ?, ?)
            """;

    private final List<Consumer<WorkspaceId>> bells = new CopyOnWriteArrayList<>();

    /// Numbers the entry and writes it, in the transaction of the change it tells of.
    public void append(Tx tx, WorkspaceId workspace, LedgerEntry entry) {
        append(tx, workspace, List.of(entry));
    }

    /// The same for several, in their order.
    public void append(Tx tx, WorkspaceId workspace, List<LedgerEntry> entries) {
        long last =
                tx.first(NEXT_SEQ, row -> row.number(1), entries.size(), workspace)
                        .orElseThrow(() -> new IllegalStateException("no workspace " + workspace));
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (LedgerEntry entry : entries) {
            rows.add(row(workspace, last - entries.size() + 1 + rows.size(), entry));
        }
        tx.executeEach(APPEND, rows);
        tx.afterCommit(() -> bells.forEach(bell -> bell.accept(workspace)));
    }

    private static @Nullable Object[] row(WorkspaceId workspace, long seq, LedgerEntry entry) {
        return new @Nullable Object[] {
            workspace,
            seq,
            entry.type(),
            entry.channel(),
            entry.agent(),
            entry.subject(),
            entry.payload() == null ? null : entry.payload().toString(),
            entry.at()
        };
    }

    /// Rings after each commit that appended something. Whoever listens must be quick; the bell carries no data.
    public void onAppend(Consumer<WorkspaceId> bell) {
        bells.add(bell);
    }
}
