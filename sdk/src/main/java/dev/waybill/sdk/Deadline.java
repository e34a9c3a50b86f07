package dev.waybill.sdk;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/// How long somebody is still willing to wait.
final class Deadline {
    private final long until;

    Deadline(Duration patience) {
        this.until = System.nanoTime() + patience.toNanos();
    }

    Duration left() {
        return Duration.ofNanos(Math.max(0, until - System.nanoTime()));
    }

    /// Waits that long; false, without waiting, when it would be over by then.
    boolean pause(Duration time) {
        if (time.compareTo(left()) > 0) {
            return false;
        }
        try {
            TimeUnit.MILLISECONDS.sleep(time.toMillis());
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RelayException(RelayException.CLOSED, "interrupted while waiting", e);
        }
    }
}
