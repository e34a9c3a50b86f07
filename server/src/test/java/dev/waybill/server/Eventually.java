package dev.waybill.server;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/// Waits until something is so, and fails when it takes too long.
public final class Eventually {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(10);

    private Eventually() {}

    public static void is(String what, Callable<Boolean> so) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!holds(so)) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("not within " + PATIENCE + ": " + what);
            }
            LockSupport.parkNanos(LOOK_AGAIN.toNanos());
        }
    }

    private static boolean holds(Callable<Boolean> so) {
        try {
            return so.call();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
