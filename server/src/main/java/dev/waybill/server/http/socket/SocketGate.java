package dev.waybill.server.http.socket;

/// Decides who may open a socket.
@FunctionalInterface
public interface SocketGate {
    /// The one who will listen to the socket. Refuses by throwing a `Problem`.
    SocketHandler admit(Upgrade upgrade);
}
