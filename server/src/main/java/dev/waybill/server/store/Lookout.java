package dev.waybill.server.store;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/// Wakes callers whose deadline passed while they wait for the store. One thread looks after all of them: an alarm for each
/// would be set and taken back for nothing with every read and write, and wake the thread that keeps alarms both times.
final class Lookout implements AutoCloseable {
    /// So much later than its deadline a caller may be woken.
    private static final Duration STEP = Duration.ofMillis(20);

    private final Set<Pending<?>> waiting = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean resting = new AtomicBoolean();
    private final Thread thread = Thread.ofPlatform().name("store-lookout").unstarted(this::run);
    private volatile boolean closed;

    void start() {
        thread.start();
    }

    void watch(Pending<?> pending) {
        waiting.add(pending);
        if (resting.get() && resting.compareAndSet(true, false)) {
            LockSupport.unpark(thread);
        }
    }

    void leave(Pending<?> pending) {
        waiting.remove(pending);
    }

    /// Nobody may wait any more.
    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        Ended.await(thread);
    }

    private void run() {
        while (!closed) {
            waiting.forEach(Pending::wakeIfLate);
            if (waiting.isEmpty()) {
                rest();
            } else {
                LockSupport.parkNanos(this, STEP.toNanos());
            }
        }
    }

    /// Until somebody waits, which is looked for once more after it is said that this rests.
    private void rest() {
        resting.set(true);
        while (resting.get() && waiting.isEmpty() && !closed) {
            LockSupport.park(this);
        }
        resting.set(false);
    }
}
