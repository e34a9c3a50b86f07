package dev.waybill.server.network;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.network.PeerId;
import dev.waybill.protocol.network.identity.PublicKeyBytes;
import dev.waybill.server.network.Pins.Pin;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Tx;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Collectors;

/// The keys that peers are known by, as the workspace's owner has said.
final class PinTable {
    private static final String PIN =
            """
            insert into network_pin (workspace_id, channel, peer_id, pubkey, pinned_at) values (?, ?, ?, ?, ?)
            on conflict (workspace_id, channel, peer_id) do update
                set pubkey = excluded.pubkey, pinned_at = excluded.pinned_at
            """;
    private static final String ALL =
            "select workspace_id, channel, peer_id, pubkey from network_pin limit ?";
    private static final int MOST = 100_000;
    private static final String UNPIN =
            "delete from network_pin where workspace_id = ? and channel = ? and peer_id = ?";

    void pin(
            Tx tx,
            WorkspaceId workspace,
            String channel,
            PeerId peer,
            PublicKeyBytes key,
            Instant now) {
        tx.execute(PIN, workspace, channel, peer.value(), key.text(), now);
    }

    Map<Pin, PublicKeyBytes> all(ReadTx tx) {
        record Line(Pin pin, PublicKeyBytes key) {}
        return tx
                .list(
                        ALL,
                        row ->
                                new Line(
                                        new Pin(
                                                new WorkspaceId(row.number(1)),
                                                row.text(2),
                                                row.text(3)),
                                        PublicKeyBytes.parse(row.text(4))),
                        MOST)
                .stream()
                .collect(Collectors.toMap(Line::pin, Line::key));
    }

    boolean unpin(Tx tx, WorkspaceId workspace, String channel, PeerId peer) {
        return tx.execute(UNPIN, workspace, channel, peer.value()) == 1;
    }
}
