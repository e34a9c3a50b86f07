package dev.waybill.protocol.id;

import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;

/// Makes snowflake numbers: 41 bits of milliseconds since 2025, 10 bits of worker, 12 bits of sequence.
///
/// Numbers of one worker only grow, even when the clock steps back or more than 4096 are wanted in a
/// millisecond: it then runs ahead of the clock instead of waiting for it.
public final class Snowflakes {
    public static final int MAX_WORKER = 1023;

    private static final Instant EPOCH = Instant.parse("2025-01-01T00:00:00Z");
    private static final int SEQUENCE_BITS = 12;
    private static final int WORKER_BITS = 10;
    private static final long SEQUENCE_MASK = (1L << SEQUENCE_BITS) - 1;

    private final InstantSource clock;
    private final long worker;

    /// Milliseconds and sequence of the last number, side by side.
    private final AtomicLong last = new AtomicLong();

    public Snowflakes(InstantSource clock, int worker) {
        if (worker < 0 || worker > MAX_WORKER) {
            throw new IllegalArgumentException(
                    "worker is not within 0.." + MAX_WORKER + ": " + worker);
        }
        this.clock = clock;
        this.worker = worker;
    }

    /// Whose numbers these are.
    public int worker() {
        return (int) worker;
    }

    public long next() {
        long now = millis(clock.instant()) << SEQUENCE_BITS;
        long tick = last.updateAndGet(previous -> Math.max(previous + 1, now));
        return ((tick >>> SEQUENCE_BITS) << (WORKER_BITS + SEQUENCE_BITS))
                | (worker << SEQUENCE_BITS)
                | (tick & SEQUENCE_MASK);
    }

    /// Makes every later number larger than `id`, so that a clock set back between two runs repeats none.
    public void startAfter(long id) {
        long after = (millisOf(id) + 1) << SEQUENCE_BITS;
        last.updateAndGet(previous -> Math.max(previous, after));
    }

    /// Smaller than every id given at that time or later, and larger than those given before.
    public static long floorOf(Instant instant) {
        return Math.max(0, instant.toEpochMilli() - EPOCH.toEpochMilli())
                << (WORKER_BITS + SEQUENCE_BITS);
    }

    /// When the number was made, to the millisecond.
    public static Instant instantOf(long id) {
        return EPOCH.plusMillis(millisOf(id));
    }

    private static long millisOf(long id) {
        return id >>> (WORKER_BITS + SEQUENCE_BITS);
    }

    private static long millis(Instant instant) {
        return Math.max(0, instant.toEpochMilli() - EPOCH.toEpochMilli());
    }
}
