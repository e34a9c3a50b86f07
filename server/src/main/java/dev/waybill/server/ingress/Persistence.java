package dev.waybill.server.ingress;

import dev.waybill.server.store.StoreException;
import java.time.Duration;
import java.util.function.Supplier;

/// Tries again for some seconds what the store could not do in that moment: a sender may not tell a second time. What is tried
/// has to be the same when it is done twice.
final class Persistence {
    private static final Duration MOST = Duration.ofSeconds(5);
    private static final int MOST_TRIES = 6;
    private static final Duration FIRST_PAUSE = Duration.ofMillis(25);

    private Persistence() {}

    static <T> T trying(Supplier<T> work) {
        long begun = System.nanoTime();
        for (int tries = 1; ; tries++) {
            try {
                return work.get();
            } catch (StoreException e) {
                boolean late = System.nanoTime() - begun > MOST.toNanos();
                if (!passing(e) || late || tries == MOST_TRIES || !pause(tries)) {
                    throw e;
                }
            }
        }
    }

    /// Two that tell the same at one moment are in each other's way, too.
    private static boolean passing(StoreException e) {
        return switch (e.kind()) {
            case BUSY, TIMED_OUT, UNAVAILABLE, UNKNOWN_OUTCOME, CONFLICT -> true;
            case INTERRUPTED, FULL, CORRUPT, IN_USE, TOO_NEW, FAULT -> false;
        };
    }

    private static boolean pause(int tries) {
        try {
            Thread.sleep(FIRST_PAUSE.multipliedBy(1L << (tries - 1)));
            return true;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
