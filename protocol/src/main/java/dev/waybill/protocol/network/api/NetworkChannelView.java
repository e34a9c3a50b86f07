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

    /// With as many peers, here and elsewhere.
    public NetworkChannelView counting(int here, int elsewhere) {
        return new NetworkChannelView(
                channel,
                workspaceId,
                purpose,
                createdBy,
                createdAt,
                here + elsewhere,
                here,
                elsewhere,
                threadCount,
                directCount,
                openWorkCount,
                messageCount,
                lastActivityAt,
                lastMessagePreview,
                sessions,
                peers);
    }

    /// With those who are in it.
    public NetworkChannelView with(List<NetworkSession> itsSessions, List<PeerView> itsPeers) {
        return new NetworkChannelView(
                channel,
                workspaceId,
                purpose,
                createdBy,
                createdAt,
                peerCount,
                localPeerCount,
                remotePeerCount,
                threadCount,
                directCount,
                openWorkCount,
                messageCount,
                lastActivityAt,
                lastMessagePreview,
                itsSessions,
                itsPeers);
    }
}
