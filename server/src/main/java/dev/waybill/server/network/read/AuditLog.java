package dev.waybill.server.network.read;

import dev.waybill.protocol.id.Snowflakes;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.network.api.AuditRow;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.Database;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the network decided, for the owner and for observers from whom nothing is hidden.
public final class AuditLog {
    private static final int EXPORT_PAGE = 1000;

    private final Database database;
    private final InstantSource clock;
    private final AuditTable table = new AuditTable();

    AuditLog(Database database, InstantSource clock) {
        this.database = database;
        this.clock = clock;
    }

    /// Newest first; all, or those older than one.
    public Page<AuditRow> list(
            NetworkSight sight, AuditQuery query, @Nullable Long after, int limit) {
        WorkspaceId workspace = permitted(sight);
        long before = after == null ? Long.MAX_VALUE : after;
        return database.read(tx -> table.newest(tx, workspace, query, before, limit));
    }

    /// All that was decided until now, oldest first. Nothing is read before it is asked for.
    public Export export(NetworkSight sight, AuditQuery query) {
        return new Export(permitted(sight), query, Snowflakes.floorOf(clock.instant()));
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
            this.end = end;
        }

        /// The rows that follow; none at the end.
        public List<AuditRow> next() {
            List<AuditRow> rows =
                    database.read(tx -> table.oldest(tx, workspace, query, last, end, EXPORT_PAGE))
                            .items();
            if (!rows.isEmpty()) {
                last = Long.parseLong(rows.getLast().id());
            }
            return rows;
        }
    }
}
