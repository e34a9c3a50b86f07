package dev.waybill.server.http.route;

/// Makes an answer while its caller reads it.
@FunctionalInterface
public interface Making {
    /// Runs on the thread of the request; the answer ends when it returns.
    void run(Outflow outflow) throws InterruptedException;

    /// Called instead where it never runs, because the caller has gone before the answer began.
    default void abandoned() {}
}
