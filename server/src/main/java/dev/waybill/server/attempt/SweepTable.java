package dev.waybill.server.attempt;

import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Tx;
import java.time.Instant;
import java.util.List;

/// Finds and removes what is kept no longer.
final class SweepTable {
    private static final String IDLE =
            """
            select id from outbound_attempt
            where next_attempt_at is null and claim is null and updated_at < ? and status %s 'queued'
            order by updated_at limit ?
            """;
    private static final String ENDED = IDLE.formatted("<>");
    private static final String UNDECIDED = IDLE.formatted("=");
    private static final String FORGET =
            """
            delete from outbound_attempt
            where id = ? and next_attempt_at is null and claim is null and updated_at < ? and status <> 'queued'
            """;
    private static final String FORGET_EVENTS = "delete from outbound_event where attempt_id = ?";
    private static final String LANES =
            """
            select l.lane from outbound_lane l
            where l.holder is null and l.free_at < ? and not exists (
                select 1 from outbound_attempt a where a.lane = l.lane and a.next_attempt_at is not null)
            limit ?
            """;
    private static final String FORGET_LANE =
            "delete from outbound_lane where lane = ? and holder is null and free_at < ?";

    /// Those to which nothing has happened since, and nothing will by itself; nothing is done any more for them.
    List<String> ended(ReadTx tx, Instant oldest, int limit) {
        return tx.list(ENDED, row -> row.text(1), oldest, limit);
    }

    /// Those that have waited for somebody's word since.
    List<String> undecided(ReadTx tx, Instant oldest, int limit) {
        return tx.list(UNDECIDED, row -> row.text(1), oldest, limit);
    }

    /// Another server may have begun with it meanwhile; then it stays.
    void forget(Tx tx, String attempt, Instant oldest) {
        if (tx.execute(FORGET, attempt, oldest) == 1) {
            tx.execute(FORGET_EVENTS, attempt);
        }
    }

    List<String> lanes(ReadTx tx, Instant quiet, int limit) {
        return tx.list(LANES, row -> row.text(1), quiet, limit);
    }

    void forgetLane(Tx tx, String lane, Instant quiet) {
        tx.execute(FORGET_LANE, lane, quiet);
    }
}
