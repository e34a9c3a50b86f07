package dev.waybill.sdk;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;

/// How long to wait before the next attempt: twice as long each time, spread so that not all who lost the same server come
/// back at the same moment.
final class Backoff {
    /// That of whichever thread asks: one that is handed to another thread spreads nothing.
    private static final RandomGenerator BY_CHANCE = () -> ThreadLocalRandom.current().nextLong();

    private final Duration shortest;
    private final Duration longest;
    private final RandomGenerator random;
    private int failures;

    Backoff(Duration shortest, Duration longest, RandomGenerator random) {
        this.shortest = shortest;
        this.longest = longest;
        this.random = random;
    }

    Backoff(Duration shortest, Duration longest) {
        this(shortest, longest, BY_CHANCE);
    }

    static Backoff of(RelayOptions options) {
        return new Backoff(options.shortestPause(), options.longestPause());
    }

    Duration next() {
        long pause = shortest.toMillis();
        for (int i = 0; i < failures && pause < longest.toMillis(); i++) {
            pause *= 2;
        }
        failures++;
        long bounded = Math.max(1, Math.min(pause, longest.toMillis()));
        return Duration.ofMillis(random.nextLong(bounded / 2, bounded + bounded / 2 + 1));
    }

    void reset() {
        failures = 0;
    }
}
