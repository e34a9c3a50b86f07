package dev.waybill.protocol.network.api;

import org.jspecify.annotations.Nullable;

/// The key that a peer is known by from now on: 32 bytes of Ed25519 in base64url.
public record PinKey(@Nullable String channel, String pubkey) {}
