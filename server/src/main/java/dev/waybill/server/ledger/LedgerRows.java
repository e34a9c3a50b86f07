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

    private static final int SEQ = 1;
    private static final Json JSON = new Json(JsonLimits.STORED);

    /// Their second column is still to be filled.
    private final Map<WorkspaceId, List<@Nullable Object[]>> rows = new LinkedHashMap<>();

    /// What the entries hold now is what is written; it may change later.
    void add(WorkspaceId workspace, List<LedgerEntry> entries) {
        List<@Nullable Object[]> all = rows.computeIfAbsent(workspace, _ -> new ArrayList<>());
        entries.forEach(entry -> all.add(row(workspace, entry)));
    }

    @Override
    public boolean concerns(String sql) {
        return CONCERNED.matcher(sql).find();
    }

    @Override
    public void write(Tx tx) {
        for (Map.Entry<WorkspaceId, List<@Nullable Object[]>> some : rows.entrySet()) {
            write(tx, some.getKey(), some.getValue());
        }
    }

    private static void write(Tx tx, WorkspaceId workspace, List<@Nullable Object[]> rows) {
        long last =
                tx.first(NEXT_SEQ, row -> row.number(1), rows.size(), workspace)
                        .orElseThrow(() -> new IllegalStateException("no workspace " + workspace));
        long seq = last - rows.size();
        for (@Nullable Object[] row : rows) {
            row[SEQ] = ++seq;
        }
        tx.executeEach(APPEND, rows);
    }

    private static @Nullable Object[] row(WorkspaceId workspace, LedgerEntry entry) {
        return new @Nullable Object[] {
            workspace,
            null,
            entry.type(),
            entry.channel(),
            entry.agent(),
            entry.subject(),
            entry.payload() == null ? null : JSON.text(entry.payload()),
            entry.at()
        };
    }
}
