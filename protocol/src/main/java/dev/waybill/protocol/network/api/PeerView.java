package dev.waybill.protocol.network.api;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A peer of a channel, here or elsewhere. Lists are without the catalog and the metrics.
///
/// @param routeToken the part of the subject that messages for it go to
/// @param metrics how often the network decided about its messages, of the latest decisions
public record PeerView(
        String peerId,
        @Nullable String displayName,
        String channel,
        @Nullable String workspaceId,
        boolean local,
        @Nullable String sessionId,
        String routeToken,
        PeerCardView peerCard,
        @Nullable Instant joinedAt,
        @Nullable Instant lastSeen,
        @Nullable Instant expiresAt,
        String presenceState,
        @Nullable Long lastSeenAgeSeconds,
        @Nullable String pinnedKey,
        @Nullable JsonNode capabilityCatalog,
        @Nullable DecisionCounts metrics) {}
