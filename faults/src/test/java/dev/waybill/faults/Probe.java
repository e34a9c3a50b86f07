package dev.waybill.faults;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/// Somebody who asks for something again and again, and how long that took.
final class Probe implements AutoCloseable {
    /// Longer than anything that a test takes for an answer.
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private static final long PAUSE_NANOS = Duration.ofMillis(50).toNanos();

    private final World world;
    private final Thread thread;
    private volatile boolean closed;
    private volatile long longest;
    private volatile int answered;

    Probe(World world) {
        this.world = world;
        this.thread = Thread.ofVirtual().start(this::ask);
    }

    private void ask() {
        int answers = 0;
        long most = 0;
        while (!closed) {
            long begun = System.nanoTime();
            boolean good = isAnswered();
            most = Math.max(most, System.nanoTime() - begun);
            longest = most;
            answers += good ? 1 : 0;
            answered = answers;
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private boolean isAnswered() {
        try {
            return world.read("/v1/channels", PATIENCE).good();
        } catch (IOException _) {
            return false;
        }
    }

    int answered() {
        return answered;
    }

    /// Also where there was no answer.
    Duration longest() {
        return Duration.ofNanos(longest);
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
