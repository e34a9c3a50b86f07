package dev.waybill.protocol.network.api;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A peer of a channel, here or elsewhere.
public record PeerView(
        String peerId,
        @Nullable String displayName,
        String channel,
        @Nullable String workspaceId,
        boolean local,
        @Nullable String sessionId,
        PeerCardView peerCard,
        @Nullable Instant joinedAt,
        @Nullable Instant lastSeen,
        @Nullable Instant expiresAt,
        String presenceState,
        @Nullable Long lastSeenAgeSeconds,
        @Nullable String pinnedKey,
        @Nullable JsonNode capabilityCatalog,
        @Nullable DecisionCounts metrics) {}
