package dev.waybill.server.delivery;

import java.time.Duration;

/// How many deliveries may be under way. One who makes room at once gets more at once; one who takes its time does not, so that
/// what is urgent finds little before it.
///
/// Only the thread of its line asks it.
final class Window {
    /// What is under way to one who acknowledges so soon is no burden to anyone.
    private static final Duration QUICK = Duration.ofMillis(100);

    private static final int TIMES = 4;

    private final int usual;
    private int size;
    private boolean full;
    private long fullSince;

    Window(int usual) {
        this.usual = usual;
        this.size = usual;
    }

    /// No window is ever larger.
    int largest() {
        return usual * TIMES;
    }

    /// Whether nothing more may go, when so many are under way at that time of [System#nanoTime()].
    boolean isFull(int underWay, long nanos) {
        if (full && underWay < size) {
            full = false;
            boolean quick = nanos - fullSince <= QUICK.toNanos();
            size = quick ? Math.min(size * 2, largest()) : usual;
        }
        if (!full && underWay >= size) {
            full = true;
            fullSince = nanos;
        }
        return full;
    }
}
