package dev.waybill.protocol.network.api;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A channel of the network as this workspace knows it.
public record NetworkChannelView(
        String channel,
        @Nullable String workspaceId,
        @Nullable String purpose,
        @Nullable String createdBy,
        @Nullable Instant createdAt,
        int peerCount,
        int localPeerCount,
        int remotePeerCount,
        long threadCount,
        long directCount,
        long openWorkCount,
        long messageCount,
        @Nullable Instant lastActivityAt,
        @Nullable String lastMessagePreview,
        List<NetworkSession> sessions,
        List<PeerView> peers) {
    public NetworkChannelView {
        sessions = List.copyOf(sessions);
        peers = List.copyOf(peers);
    }
}
