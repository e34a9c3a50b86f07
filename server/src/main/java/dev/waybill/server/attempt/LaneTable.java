package dev.waybill.server.attempt;

import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Tx;
import java.time.Instant;
import java.util.List;

/// Lanes, in which those that share a credential take turns, over all servers.
final class LaneTable {
    private static final String OPEN =
            "insert into outbound_lane (lane, free_at) values (?, 0) on conflict (lane) do nothing";
    private static final String HEADS =
            """
            with recursive busy (lane) as (
                select min(lane) from outbound_attempt where next_attempt_at is not null
                union all
                select (select min(o.lane) from outbound_attempt o where o.next_attempt_at is not null and o.lane > b.lane)
                from busy b where b.lane is not null)
            select b.lane, coalesce(l.free_at, 0), a.id, a.next_attempt_at
            from busy b join outbound_attempt a on a.id = (
                select o.id from outbound_attempt o where o.lane = b.lane and o.next_attempt_at is not null
                order by o.next_attempt_at, o.created_at, o.id limit 1)
            left join outbound_lane l on l.lane = b.lane
            """;
    private static final String TAKE =
            "update outbound_lane set free_at = ?, holder = ? where lane = ? and free_at <= ?";
    private static final String LEAVE =
            "update outbound_lane set free_at = ?, holder = null where lane = ? and holder = ?";
    private static final String RENEW = "update outbound_lane set free_at = ? where holder = ?";

    /// The next in a lane, and when its turn is.
    record Head(String lane, String attempt, Instant at) {}

    List<Head> heads(ReadTx tx) {
        return tx.list(
                HEADS,
                row -> {
                    Instant free = row.instant(2);
                    Instant due = row.instant(4);
                    return new Head(row.text(1), row.text(3), due.isAfter(free) ? due : free);
                });
    }

    /// False when it is somebody else's turn.
    boolean take(Tx tx, String lane, State.Claim claim, Instant now) {
        tx.execute(OPEN, lane);
        return 1 == tx.execute(TAKE, claim.until(), claim.holder(), lane, now);
    }

    void leave(Tx tx, String lane, String holder, Instant freeAt) {
        tx.execute(LEAVE, freeAt, lane, holder);
    }

    void renew(Tx tx, String holder, Instant until) {
        tx.execute(RENEW, until, holder);
    }
}
