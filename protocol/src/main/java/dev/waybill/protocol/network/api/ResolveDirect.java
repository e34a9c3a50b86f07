package dev.waybill.protocol.network.api;

/// Asks for the room of a session and another peer.
public record ResolveDirect(String sessionId, String peerId) {}
