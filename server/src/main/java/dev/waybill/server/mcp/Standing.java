package dev.waybill.server.mcp;

import dev.waybill.server.workspace.Caller;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The stream of a session that tells what changes. Changes are watched from the first time a host listens until it has
/// not listened for a while; what it may have missed by then is told when it comes back.
final class Standing {
    static final String STREAM = "s";

    private final EventLog log = new EventLog(STREAM);
    private final Notices notices;
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable Watch watch;
    private @Nullable Long lastHeard;
    private boolean watchedBefore;
    private boolean ended;

    Standing(Predicate<String> subscribed) {
        this.notices = new Notices(log, new Notices.Wishes(true, true, true, subscribed), null);
    }

    EventLog open(Caller caller, Offer offer, Set<String> subscriptions) {
        lock.lock();
        try {
            if (watch == null && !ended) {
                watch = Watch.open(offer, caller, notices);
                if (watchedBefore) {
                    tellAll(subscriptions);
                }
                watchedBefore = true;
            }
            lastHeard = null;
            return log;
        } finally {
            lock.unlock();
        }
    }

    void heard(long now) {
        lock.lock();
        try {
            lastHeard = now;
        } finally {
            lock.unlock();
        }
    }

    /// Stops watching when nobody has listened for that long.
    void closeAfter(Duration absence, long now) {
        lock.lock();
        try {
            if (lastHeard == null) {
                lastHeard = now;
            }
            if (now - lastHeard > absence.toNanos()) {
                close();
            }
        } finally {
            lock.unlock();
        }
    }

    void end() {
        lock.lock();
        try {
            ended = true;
            close();
            log.end();
        } finally {
            lock.unlock();
        }
    }

    private void tellAll(Set<String> subscriptions) {
        notices.toolsChanged();
        notices.resourcesChanged();
        subscriptions.forEach(notices::resourceUpdated);
    }

    private void close() {
        if (watch != null) {
            watch.close();
            watch = null;
        }
    }
}
