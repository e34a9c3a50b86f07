package dev.waybill.server.http.socket;

/// A path at which sockets are opened, and who decides about it.
public record SocketRoute(String path, SocketGate gate) {}
