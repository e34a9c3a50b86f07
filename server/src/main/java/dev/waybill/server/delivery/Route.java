package dev.waybill.server.delivery;

import dev.waybill.server.store.Row;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The way a delivery takes, as far as that is known, and how that went.
record Route(
        String kind,
        String role,
        String adapter,
        int attempts,
        @Nullable Instant nextAttempt,
        @Nullable String lastError,
        @Nullable Instant arrivedAt) {
    /// Of `delivery d`, and of `node n`, which hosts the recipient if it is not on its own.
    static final String COLUMNS =
            "n.kind, n.role, n.adapter, d.dispatch_attempts, d.next_attempt_at, d.dispatch_error, d.arrived_at";

    static Route read(Row row, int first) {
        String kind = row.textOrNull(first);
        return new Route(
                kind == null ? "ws" : kind,
                kind == null ? "direct" : row.text(first + 1),
                kind == null ? "ws.node.v1" : row.text(first + 2),
                (int) row.number(first + 3),
                row.instantOrNull(first + 4),
                row.textOrNull(first + 5),
                row.instantOrNull(first + 6));
    }
}
