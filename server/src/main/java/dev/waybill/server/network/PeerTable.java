package dev.waybill.server.network;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.network.PeerId;
import dev.waybill.protocol.network.api.DecisionCounts;
import dev.waybill.server.store.ReadTx;
import java.util.Map;
import java.util.stream.Collectors;

/// What was decided about a peer.
final class PeerTable {
    /// No more of the latest decisions are looked through.
    static final int LATEST = 20_000;

    private static final String DECIDED =
            """
            select a.direction, count(*) from (
                select direction, channel, peer_from, peer_to from network_audit
                where workspace_id = ? order by id desc limit ?) a
            where a.channel = ? and (a.peer_from = ? or a.peer_to = ?) group by a.direction
            """;

    /// Of the latest decisions of the workspace, those about messages of the peer or for it.
    DecisionCounts decided(ReadTx tx, WorkspaceId workspace, String channel, PeerId peer) {
        record Line(String direction, long count) {}
        Map<String, Long> counts =
                tx
                        .list(
                                DECIDED,
                                row -> new Line(row.text(1), row.number(2)),
                                workspace,
                                LATEST,
                                channel,
                                peer.value(),
                                peer.value())
                        .stream()
                        .collect(Collectors.toMap(Line::direction, Line::count));
        return new DecisionCounts(
                counts.getOrDefault("sent", 0L),
                counts.getOrDefault("received", 0L),
                counts.getOrDefault("rejected", 0L),
                counts.getOrDefault("delivered", 0L));
    }
}
