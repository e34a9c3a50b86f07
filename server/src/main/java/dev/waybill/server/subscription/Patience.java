package dev.waybill.server.subscription;

import java.time.Duration;

/// How long to wait after so many failures in a row: twice as long each time up to a limit, and never exactly as long as
/// others who failed at the same moment.
final class Patience {
    static final Duration FIRST = Duration.ofSeconds(1);
    static final Duration LONGEST = Duration.ofMinutes(10);

    private static final int MAX_DOUBLINGS = 20;

    private Patience() {}

    /// `chance` is from 0 to 1 and makes it half as long to one and a half times as long.
    static Duration after(int failures, double chance) {
        long doubled = FIRST.toMillis() << Math.min(failures - 1, MAX_DOUBLINGS);
        long plain = Math.min(doubled, LONGEST.toMillis());
        return Duration.ofMillis((long) (plain * (0.5 + chance)));
    }
}
