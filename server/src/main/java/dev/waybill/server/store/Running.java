package dev.waybill.server.store;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What one store thread is running now, so that a caller whose deadline passed stops its own work and no other.
final class Running {
    private static final Logger LOG = LoggerFactory.getLogger(Running.class);

    private @Nullable Pending<?> unit;
    private @Nullable Session session;
    private @Nullable Thread thread;

    void run(Pending<?> next, Session on) {
        enter(next, on);
        try {
            next.run(on);
        } finally {
            leave();
        }
    }

    /// Ends the statement in progress and interrupts the thread, if it is `candidate` that runs.
    synchronized void cancel(Pending<?> candidate) {
        if (unit == candidate && session != null && thread != null) {
            try {
                session.cancel();
            } catch (StoreException e) {
                LOG.debug("a statement could not be cancelled: {}", e.getMessage());
            }
            thread.interrupt();
        }
    }

    private synchronized void enter(Pending<?> next, Session on) {
        unit = next;
        session = on;
        thread = Thread.currentThread();
    }

    private synchronized void leave() {
        unit = null;
        session = null;
        thread = null;
        // A cancellation that came at the last moment must not hit whoever runs next.
        Thread.interrupted();
    }
}
