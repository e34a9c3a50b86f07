package dev.waybill.server.ledger;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.server.store.Gathered;
import dev.waybill.server.store.Tx;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Entries that wait for their numbers, which they get when they are written.
final class LedgerRows implements Gathered {
    private static final Pattern CONCERNED = Pattern.compile("\\b(ledger|ledger_seq)\\b");
    private static final String NEXT_SEQ =
            "update workspace set ledger_seq = ledger_seq + ? where id = ? returning ledger_seq";
    private static final String APPEND =
            """
            insert into ledger (workspace_id, seq, type, channel_id, agent_id, subject, payload, created_at)
            values (?, ?, ?, ?, ?, ?, ?, ?)
            """;

    private static final Json JSON = new Json(JsonLimits.STORED);

    private final Map<WorkspaceId, List<LedgerEntry>> entries = new LinkedHashMap<>();

    void add(WorkspaceId workspace, List<LedgerEntry> more) {
        entries.computeIfAbsent(workspace, _ -> new ArrayList<>()).addAll(more);
    }

    @Override
    public boolean concerns(String sql) {
        return CONCERNED.matcher(sql).find();
    }

    @Override
    public void write(Tx tx) {
        entries.forEach((workspace, some) -> write(tx, workspace, some));
    }

    private static void write(Tx tx, WorkspaceId workspace, List<LedgerEntry> entries) {
        long last =
                tx.first(NEXT_SEQ, row -> row.number(1), entries.size(), workspace)
                        .orElseThrow(() -> new IllegalStateException("no workspace " + workspace));
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (LedgerEntry entry : entries) {
            rows.add(row(workspace, last - entries.size() + 1 + rows.size(), entry));
        }
        tx.executeEach(APPEND, rows);
    }

    private static @Nullable Object[] row(WorkspaceId workspace, long seq, LedgerEntry entry) {
        return new @Nullable Object[] {
            workspace,
            seq,
            entry.type(),
            entry.channel(),
            entry.agent(),
            entry.subject(),
            entry.payload() == null ? null : JSON.text(entry.payload()),
            entry.at()
        };
    }
}
