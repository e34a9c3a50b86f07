package dev.waybill.server.network;

import dev.waybill.protocol.network.NetworkChannel;
import dev.waybill.protocol.network.NetworkWorkspace;
import dev.waybill.protocol.network.PeerId;
import dev.waybill.protocol.network.Scope;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Row;
import dev.waybill.server.store.Tx;
import dev.waybill.server.store.Weight;
import java.time.Instant;
import java.util.List;

/// Peers elsewhere that one of several servers has seen.
final class NeighbourTable {
    private static final String KEEP =
            """
            insert into network_neighbour (scope, channel, peer_id, envelope, seen_at, expires_at) values (?, ?, ?, ?, ?, ?)
            on conflict (scope, channel, peer_id) do update
                set envelope = excluded.envelope, seen_at = excluded.seen_at, expires_at = excluded.expires_at
                where network_neighbour.seen_at < excluded.seen_at
            """;
    private static final String COLUMNS = "scope, channel, peer_id, envelope, seen_at, expires_at";
    private static final String SEEN =
            "select "
                    + COLUMNS
                    + """
                     from network_neighbour where (expires_at, scope, channel, peer_id) > (?, ?, ?, ?)
                    order by expires_at, scope, channel, peer_id limit ?
                    """;
    private static final String OVER =
            "select "
                    + COLUMNS
                    + " from network_neighbour where expires_at <= ? order by expires_at limit ?";
    private static final String FORGET =
            "delete from network_neighbour where scope = ? and channel = ? and peer_id = ? and expires_at <= ?";

    private static final Weight<Seen> WEIGHT =
            new Weight<>(one -> one.envelope().length(), 8L << 20);

    /// A peer as somebody saw it.
    ///
    /// @param envelope a greeting that says what it said of itself
    record Seen(Scope scope, PeerId peer, String envelope, Instant at, Instant expiresAt) {}

    void keep(Tx tx, List<Seen> all) {
        tx.executeEach(
                KEEP,
                all.stream()
                        .map(
                                one ->
                                        new Object[] {
                                            Wire.column(one.scope()),
                                            one.scope().channel().value(),
                                            one.peer().value(),
                                            one.envelope(),
                                            one.at(),
                                            one.expiresAt()
                                        })
                        .toList());
    }

    /// Those who will be forgotten later than that, in this order, as many as may be looked at in one go.
    List<Seen> after(ReadTx tx, Instant moment, int atMost) {
        return tx.page(SEEN, NeighbourTable::read, WEIGHT, moment, "", "", "", atMost);
    }

    /// Those that come after one in the same order: many may be forgotten at the same moment.
    List<Seen> after(ReadTx tx, Seen last, int atMost) {
        return tx.page(
                SEEN,
                NeighbourTable::read,
                WEIGHT,
                last.expiresAt(),
                Wire.column(last.scope()),
                last.scope().channel().value(),
                last.peer().value(),
                atMost);
    }

    List<Seen> over(ReadTx tx, Instant now, int atMost) {
        return tx.page(OVER, NeighbourTable::read, WEIGHT, now, atMost);
    }

    /// False when it was seen again, or another server was there first.
    boolean forget(Tx tx, Seen one, Instant now) {
        return tx.execute(
                        FORGET,
                        Wire.column(one.scope()),
                        one.scope().channel().value(),
                        one.peer().value(),
                        now)
                == 1;
    }

    private static Seen read(Row row) {
        String scope = row.text(1);
        return new Seen(
                new Scope(
                        scope.isEmpty() ? null : new NetworkWorkspace(scope),
                        new NetworkChannel(row.text(2))),
                new PeerId(row.text(3)),
                row.text(4),
                row.instant(5),
                row.instant(6));
    }
}
