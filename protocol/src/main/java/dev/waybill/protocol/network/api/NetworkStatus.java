package dev.waybill.protocol.network.api;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How the network is, seen from this server and workspace.
public record NetworkStatus(
        boolean enabled,
        String status,
        String profile,
        String carrier,
        @Nullable String listenerHost,
        @Nullable Integer listenerPort,
        @Nullable String trouble,
        @Nullable Instant lastDisconnect,
        int localPeers,
        int remotePeers,
        int channels,
        long queuedMessages,
        long queuedSessions,
        long outbox,
        long messagesSent,
        long messagesReceived,
        long messagesRejected,
        long messagesDelivered,
        long flagged,
        long openThreads,
        long openDirectRooms,
        long openWorkItems,
        long conversationMessages,
        String defaultChannel,
        List<KindCounts> kindMetrics) {
    public NetworkStatus {
        kindMetrics = List.copyOf(kindMetrics);
    }
}
