package dev.waybill.server.http.route;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/// Counts requests by who makes them, anew each minute.
public final class RateLimit<K> {
    private static final long WINDOW_SECONDS = 60;

    /// So much earlier than the window begins may be the time of those who looked before another began it.
    private static final long EARLY_SECONDS = 1;

    /// Whoever comes after so many others within a minute shares one count with the rest.
    private static final int MAX_KEYS = 100_000;

    private final long limit;
    private final InstantSource clock;
    private final AtomicReference<Window<K>> current;

    public RateLimit(long limit, InstantSource clock) {
        this.limit = limit;
        this.clock = clock;
        this.current = new AtomicReference<>(Window.at(clock.instant()));
    }

    /// Counts one request.
    public Usage count(K who) {
        Instant now = clock.instant();
        Window<K> window = window(now);
        return new Usage(limit, window.of(who).incrementAndGet(), window.end(), now);
    }

    /// What one more would be, without counting it.
    public Usage next(K who) {
        Instant now = clock.instant();
        Window<K> window = window(now);
        return new Usage(limit, window.soFar(who) + 1, window.end(), now);
    }

    /// The window of that time. One that is still to come was begun before the clock was set back, and would last until then.
    private Window<K> window(Instant now) {
        Window<K> window = current.get();
        if (now.isBefore(window.end()) && !now.isBefore(window.earliest())) {
            return window;
        }
        Window<K> next = Window.at(now);
        return current.compareAndSet(window, next) ? next : current.get();
    }

    /// What was used of a limit by now, and when it begins anew.
    public record Usage(long limit, long used, Instant reset, Instant now) {
        public long remaining() {
            return Math.max(0, limit - used);
        }

        public boolean exceeded() {
            return used > limit;
        }

        public void check() {
            if (exceeded()) {
                throw refusal("requests");
            }
        }

        /// Tells that there was too much of that.
        public Problem refusal(String what) {
            return Problem.retryAfter(
                    ErrorCode.RATE_LIMIT_EXCEEDED,
                    "More than %d %s within a minute".formatted(limit, what),
                    Duration.between(now, reset));
        }
    }

    private record Window<K>(Instant end, Map<K, AtomicLong> counts, AtomicLong others) {
        static <K> Window<K> at(Instant now) {
            long begin = now.getEpochSecond() / WINDOW_SECONDS * WINDOW_SECONDS;
            return new Window<>(
                    Instant.ofEpochSecond(begin + WINDOW_SECONDS),
                    new ConcurrentHashMap<>(),
                    new AtomicLong());
        }

        Instant earliest() {
            return end.minusSeconds(WINDOW_SECONDS + EARLY_SECONDS);
        }

        long soFar(K who) {
            AtomicLong count = counts.get(who);
            return count != null ? count.get() : counts.size() < MAX_KEYS ? 0 : others.get();
        }

        AtomicLong of(K who) {
            AtomicLong count = counts.get(who);
            if (count != null) {
                return count;
            }
            return counts.size() < MAX_KEYS
                    ? counts.computeIfAbsent(who, _ -> new AtomicLong())
                    : others;
        }
    }
}
