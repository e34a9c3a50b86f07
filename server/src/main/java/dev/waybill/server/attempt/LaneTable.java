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
            select l.lane, l.free_at, a.id, a.next_attempt_at from outbound_lane l join outbound_attempt a on a.id = (
                select o.id from outbound_attempt o where o.lane = l.lane and o.next_attempt_at is not null
                order by o.next_attempt_at, o.created_at, o.id limit 1)
            """;
    private static final String TAKE =
            "update outbound_lane set free_at = ?, holder = ? where lane = ? and free_at <= ?";
    private static final String LEAVE =
            "update outbound_lane set free_at = ?, holder = null where lane = ? and holder = ?";
    private static final String RENEW = "update outbound_lane set free_at = ? where holder = ?";

    /// The next in a lane, and when its turn is.
    record Head(String lane, String attempt, Instant at) {}

    void open(Tx tx, String lane) {
        tx.execute(OPEN, lane);
    }

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
        return 1 == tx.execute(TAKE, claim.until(), claim.holder(), lane, now);
    }

    void leave(Tx tx, String lane, String holder, Instant freeAt) {
        tx.execute(LEAVE, freeAt, lane, holder);
    }

    void renew(Tx tx, String holder, Instant until) {
        tx.execute(RENEW, until, holder);
    }
}
