package dev.waybill.server.ledger;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.server.store.Tx;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/// Appends to the record of a workspace.
public final class Ledger {
    private final List<Consumer<WorkspaceId>> bells = new CopyOnWriteArrayList<>();

    /// Has the entry numbered and written in the transaction of the change it tells of.
    public void append(Tx tx, WorkspaceId workspace, LedgerEntry entry) {
        append(tx, workspace, List.of(entry));
    }

    /// The same for several, in their order.
    public void append(Tx tx, WorkspaceId workspace, List<LedgerEntry> entries) {
        tx.gather(LedgerRows.class, LedgerRows::new).add(workspace, entries);
        tx.afterCommit(() -> bells.forEach(bell -> bell.accept(workspace)));
    }

    /// Rings after each commit that appended something. Whoever listens must be quick; the bell carries no data.
    public void onAppend(Consumer<WorkspaceId> bell) {
        bells.add(bell);
    }
}
