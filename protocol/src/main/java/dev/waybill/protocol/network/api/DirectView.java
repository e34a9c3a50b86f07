package dev.waybill.protocol.network.api;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A conversation of two peers.
public record DirectView(
        String channel,
        @Nullable String workspaceId,
        String directId,
        String peerA,
        String peerB,
        Instant openedAt,
        @Nullable Instant lastActivityAt,
        long messageCount,
        long openWorkCount,
        @Nullable String lastMessagePreview) {}
