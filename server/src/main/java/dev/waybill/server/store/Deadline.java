package dev.waybill.server.store;

import dev.waybill.server.store.StoreException.Kind;
import java.time.Duration;

/// The moment after which a caller no longer wants its answer.
record Deadline(Duration timeout, long nanos) {
    static Deadline in(Duration timeout) {
        return new Deadline(timeout, System.nanoTime() + timeout.toNanos());
    }

    boolean passed() {
        return remainingNanos() <= 0;
    }

    long remainingNanos() {
        return nanos - System.nanoTime();
    }

    void check() {
        if (passed()) {
            throw timedOut("the work took longer");
        }
    }

    StoreException timedOut(String why) {
        return new StoreException(
                Kind.TIMED_OUT, "gave up after " + timeout.toMillis() + " ms: " + why);
    }
}
