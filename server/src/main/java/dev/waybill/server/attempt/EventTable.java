package dev.waybill.server.attempt;

import dev.waybill.protocol.outbound.AttemptEvent;
import dev.waybill.protocol.outbound.AttemptStatus;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Row;
import dev.waybill.server.store.Tx;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What happened to attempts; nothing of it is ever changed.
final class EventTable {
    private static final int MAX_LISTED = 500;

    private static final String APPEND =
            """
            insert into outbound_event (attempt_id, seq, at, from_status, to_status, attempt_no, http_method, url,
                http_status, duration_ms, request_digest, response_excerpt, error_code, error_message, retry_after_ms,
                by_whom)
            values (?, (select coalesce(max(e.seq), 0) + 1 from outbound_event e where e.attempt_id = ?),
                ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """;
    private static final String LIST =
            """
            select seq, at, from_status, to_status, attempt_no, http_method, url, http_status, duration_ms, request_digest,
                response_excerpt, error_code, error_message, retry_after_ms, by_whom
            from outbound_event where attempt_id = ? order by seq desc limit\s"""
                    + MAX_LISTED;

    /// Its number is given here.
    void append(Tx tx, String attempt, AttemptEvent event) {
        tx.execute(
                APPEND,
                attempt,
                attempt,
                event.at(),
                event.fromStatus() == null ? null : event.fromStatus().wire(),
                event.toStatus().wire(),
                event.attempt(),
                event.httpMethod(),
                event.url(),
                event.httpStatus(),
                event.durationMs(),
                event.requestDigest(),
                event.responseExcerpt(),
                event.errorCode(),
                event.error(),
                event.retryAfterMs(),
                event.by());
    }

    /// The newest, in their order.
    List<AttemptEvent> of(ReadTx tx, String attempt) {
        return tx.list(LIST, EventTable::read, attempt).reversed();
    }

    private static AttemptEvent read(Row row) {
        Long httpStatus = row.numberOrNull(8);
        return new AttemptEvent(
                (int) row.number(1),
                row.instant(2),
                status(row.textOrNull(3)),
                AttemptRows.of(AttemptStatus.values(), row.text(4)),
                (int) row.number(5),
                row.textOrNull(6),
                row.textOrNull(7),
                httpStatus == null ? null : httpStatus.intValue(),
                row.numberOrNull(9),
                row.textOrNull(10),
                row.textOrNull(11),
                row.textOrNull(12),
                row.textOrNull(13),
                row.numberOrNull(14),
                row.textOrNull(15));
    }

    private static @Nullable AttemptStatus status(@Nullable String word) {
        return word == null ? null : AttemptRows.of(AttemptStatus.values(), word);
    }
}
