package dev.waybill.server.network.read;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.network.api.AuditRow;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.Database;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the network decided, for the owner and for observers from whom nothing is hidden.
///
/// Where few of many rows are wanted, they are looked for in slices, each in a read of its own, so that no connection is
/// held for long.
public final class AuditLog {
    private static final int EXPORT_PAGE = 1000;
    private static final int SLICE = 20_000;

    private final Database database;
    private final int slice;
    private final AuditTable table = new AuditTable();

    AuditLog(Database database) {
        this(database, SLICE);
    }

    /// With slices of so many rows.
    AuditLog(Database database, int slice) {
        this.database = database;
        this.slice = slice;
    }

    /// Newest first; all, or those older than one.
    public Page<AuditRow> list(
            NetworkSight sight, AuditQuery query, @Nullable Long after, int limit) {
        WorkspaceId workspace = permitted(sight);
        List<AuditRow> found = new ArrayList<>();
        long top = Math.min(after == null ? Long.MAX_VALUE : after, AuditTable.end(query));
        while (true) {
            Slice part = newest(workspace, query, top, limit - found.size());
            found.addAll(part.rows().items());
            if (part.rows().more() || part.bound() <= AuditTable.first(query)) {
                return new Page<>(found, part.rows().more());
            }
            // the row at the bound is part of the next slice
            top = part.bound() + 1;
        }
    }

    private Slice newest(WorkspaceId workspace, AuditQuery query, long top, int limit) {
        return database.read(
                tx -> {
                    long bound = query.searches() ? table.older(tx, workspace, top, slice) : 0;
                    return new Slice(table.newest(tx, workspace, query, bound, top, limit), bound);
                });
    }

    /// What was found in a slice, and the row before which or after which it ends.
    private record Slice(Page<AuditRow> rows, long bound) {}

    /// All that was decided until now, oldest first. No row is read before it is asked for. It ends with what is newest, which
    /// may be ahead of the clock.
    public Export export(NetworkSight sight, AuditQuery query) {
        WorkspaceId workspace = permitted(sight);
        long newest = database.read(tx -> table.newest(tx, workspace));
        return new Export(workspace, query, newest + 1);
    }

    private static WorkspaceId permitted(NetworkSight sight) {
        if (!sight.open() || sight.agent() != null) {
            throw new Refusal(
                    Reason.FORBIDDEN,
                    "The audit is for the workspace key and for observers without filters");
        }
        return sight.workspace();
    }

    /// A walk through the audit, some rows at a time; for one thread.
    public final class Export {
        private final WorkspaceId workspace;
        private final AuditQuery query;
        private final long end;
        private long last;

        private Export(WorkspaceId workspace, AuditQuery query, long end) {
            this.workspace = workspace;
            this.query = query;
            this.end = Math.min(end, AuditTable.end(query));
            this.last = AuditTable.first(query);
        }

        /// The rows that follow; none at the end.
        public List<AuditRow> next() {
            while (last < end - 1) {
                Slice part = oldest();
                List<AuditRow> rows = part.rows().items();
                last =
                        rows.isEmpty() || !part.rows().more()
                                ? part.bound() - 1
                                : Long.parseLong(rows.getLast().id());
                if (!rows.isEmpty()) {
                    return rows;
                }
            }
            return List.of();
        }

        private Slice oldest() {
            return database.read(
                    tx -> {
                        long bound =
                                query.searches()
                                        ? Math.min(end, table.newer(tx, workspace, last, slice))
                                        : end;
                        return new Slice(
                                table.oldest(tx, workspace, query, last, bound, EXPORT_PAGE),
                                bound);
                    });
        }
    }
}
