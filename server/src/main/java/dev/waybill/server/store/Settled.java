package dev.waybill.server.store;

/// Is told what became of work that nobody waits for.
public interface Settled<T> {
    /// The work is durable.
    void done(T value);

    /// The work did not happen, unless the reason says that nobody knows.
    void failed(Throwable reason);
}
