package dev.waybill.server.http.socket;

/// Listens to one socket. Calls come one after the other, on virtual threads; while one waits, the peer is not read.
public interface SocketHandler {
    /// The socket is open; frames may be sent.
    void opened(Socket socket);

    /// One whole text message, as the bytes that were sent.
    void message(byte[] text);

    /// Nothing comes or goes any more.
    void closed();
}
