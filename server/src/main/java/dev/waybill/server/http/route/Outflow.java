package dev.waybill.server.http.route;

/// The way to a caller that reads an answer while it is being made.
public interface Outflow {
    /// Sends, and waits until the connection has taken it; false when the caller is gone, or has not read for too long.
    boolean send(byte[] bytes) throws InterruptedException;

    /// Whether the caller still listens and the server goes on. Only for the thread that makes the answer.
    boolean wanted();
}
