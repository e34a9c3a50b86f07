package dev.waybill.server.ingress;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/// Whether a signed time is about now, so that what was overheard is worth nothing later.
final class Freshness {
    static final Duration USUAL = Duration.ofMinutes(5);

    private final InstantSource clock;

    Freshness(InstantSource clock) {
        this.clock = clock;
    }

    /// @param seconds since 1970, as a text
    boolean holds(String seconds, Duration tolerance) {
        if (!seconds.matches("[0-9]{1,12}")) {
            return false;
        }
        Instant then = Instant.ofEpochSecond(Long.parseLong(seconds));
        return Duration.between(then, clock.instant()).abs().compareTo(tolerance) <= 0;
    }
}
