package dev.waybill.protocol.network.api;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// An agent's membership in one channel of the network, and the peer that it is there.
public record NetworkSession(
        String sessionId,
        String agentName,
        String channel,
        @Nullable String workspaceId,
        String peerId,
        @Nullable String displayName,
        Instant joinedAt,
        long queued) {}
