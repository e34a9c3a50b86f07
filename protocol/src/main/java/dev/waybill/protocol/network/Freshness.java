package dev.waybill.protocol.network;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Whether an envelope is of now: not from too far ahead, not past its own end, not too old. Seconds count.
public record Freshness(Duration window) {
    /// What the network uses unless told otherwise.
    public static final Freshness DEFAULT = new Freshness(Duration.ofMinutes(5));

    public Freshness {
        if (window.isNegative()) {
            throw new IllegalArgumentException("the replay window is negative: " + window);
        }
    }

    /// What is wrong with the times, if anything. To be asked on arrival, and again before anything is done.
    public Optional<Flaw> flaw(long ts, @Nullable Long expiresAt, Instant now) {
        long second = now.getEpochSecond();
        long most = window.toSeconds();
        if (ts - second > most) {
            return Optional.of(Flaw.REPLAY_WINDOW);
        }
        if (expiresAt != null) {
            return expiresAt <= second ? Optional.of(Flaw.EXPIRED) : Optional.empty();
        }
        return second - ts > most ? Optional.of(Flaw.REPLAY_WINDOW) : Optional.empty();
    }

    public Optional<Flaw> flaw(Envelope envelope, Instant now) {
        return flaw(envelope.ts(), envelope.expiresAt(), now);
    }

    /// Whether something that was fresh on arrival has run out while it waited. Age alone does not count then: it was
    /// taken on.
    public static boolean expired(Envelope envelope, Instant now) {
        Long end = envelope.expiresAt();
        return end != null && end <= now.getEpochSecond();
    }

    /// Until which second, inclusive, the id has to be remembered so that no copy passes as new: as long as a copy could
    /// be fresh.
    public long rememberUntil(Envelope envelope) {
        long aged = saturatedSum(envelope.ts(), window.toSeconds());
        Long end = envelope.expiresAt();
        return end == null ? aged : Math.max(end, aged);
    }

    private static long saturatedSum(long one, long other) {
        long sum = one + other;
        return sum < one ? Long.MAX_VALUE : sum;
    }
}
