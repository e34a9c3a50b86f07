package dev.waybill.server.outbound;

import java.time.Duration;

/// How long to wait after so many failures in a row: twice as long each time up to a limit, and never exactly as long as
/// others who failed at the same moment.
public record Patience(Duration first, Duration longest) {
    private static final int MAX_DOUBLINGS = 20;

    /// `chance` is from 0 to 1 and makes it half as long to one and a half times as long.
    public Duration after(int failures, double chance) {
        long doubled = first.toMillis() << Math.clamp(failures - 1, 0, MAX_DOUBLINGS);
        long plain = Math.min(doubled, longest.toMillis());
        return Duration.ofMillis((long) (plain * (0.5 + chance)));
    }
}
