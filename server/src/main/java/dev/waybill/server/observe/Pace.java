package dev.waybill.server.observe;

import java.time.Duration;

/// Notices a peer that says far more than any client has to say. Used by one thread at a time.
final class Pace {
    private static final int MOST = 1000;
    private static final long WINDOW = Duration.ofSeconds(10).toNanos();

    private long windowStart;
    private int heard;

    /// False when it is too much.
    boolean allows(long nanos) {
        if (heard == 0 || nanos - windowStart > WINDOW) {
            windowStart = nanos;
            heard = 0;
        }
        heard++;
        return heard <= MOST;
    }
}
