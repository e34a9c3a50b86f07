package dev.waybill.server.store;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What one store thread is running now, so that a caller whose deadline passed stops its own work and no other.
final class Running {
    private static final Logger LOG = LoggerFactory.getLogger(Running.class);

    private List<Pending<?>> units = List.of();
    private @Nullable Session session;
    private @Nullable Thread thread;

    void run(Pending<?> next, Session on) {
        run(List.of(next), on, () -> next.run(on));
    }

    /// Runs something that is needed by all of them, and that each of them may stop.
    void run(List<Pending<?>> all, Session on, Runnable work) {
        enter(all, on);
        try {
            work.run();
        } finally {
            leave();
        }
    }

    /// Ends the statement in progress and interrupts the thread, if it is `candidate` that runs.
    synchronized void cancel(Pending<?> candidate) {
        if (units.contains(candidate) && session != null && thread != null) {
            try {
                session.cancel();
            } catch (StoreException e) {
                LOG.debug("a statement could not be cancelled: {}", e.getMessage());
            }
            thread.interrupt();
        }
    }

    private synchronized void enter(List<Pending<?>> next, Session on) {
        units = next;
        session = on;
        thread = Thread.currentThread();
    }

    private synchronized void leave() {
        units = List.of();
        session = null;
        thread = null;
        // A cancellation that came at the last moment must not hit whoever runs next.
        Thread.interrupted();
    }
}
