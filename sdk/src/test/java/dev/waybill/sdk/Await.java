package dev.waybill.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/// Looks again and again until something is so.
final class Await {
    private static final Duration PATIENCE = Duration.ofSeconds(40);

    private Await() {}

    static void until(String what, BooleanSupplier so) {
        until(what, PATIENCE, so);
    }

    static void until(String what, Duration patience, BooleanSupplier so) {
        long deadline = System.nanoTime() + patience.toNanos();
        while (!so.getAsBoolean()) {
            assertThat(System.nanoTime()).as(what).isLessThan(deadline);
            LockSupport.parkNanos(1_000_000);
        }
    }
}
