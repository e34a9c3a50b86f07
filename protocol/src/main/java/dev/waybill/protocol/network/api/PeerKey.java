package dev.waybill.protocol.network.api;

import java.time.Instant;

/// The key that a peer is known by.
public record PeerKey(
        String peerId, String channel, String pubkey, String keyId, Instant pinnedAt) {}
