package dev.waybill.server.workspace;

import dev.waybill.protocol.token.TokenHash;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Who was behind a token a moment ago, so that not every request has to ask the store. Unknown tokens are not kept.
final class TokenCache {
    static final Duration KEPT = Duration.ofSeconds(5);

    private static final int MAX_SIZE = 10_000;

    private final Map<TokenHash, Kept> callers = new ConcurrentHashMap<>();

    /// Grows with each [#forget], so that an answer from before it is not kept after it.
    private final AtomicLong age = new AtomicLong();

    private record Kept(Caller caller, Lifetime lifetime) {}

    Optional<Caller> find(TokenHash token, Instant now) {
        Kept kept = callers.get(token);
        return kept == null || kept.lifetime().over(now)
                ? Optional.empty()
                : Optional.of(kept.caller());
    }

    long age() {
        return age.get();
    }

    /// Keeps what the store said when the cache had that age.
    void keep(TokenHash token, Caller caller, Lifetime lifetime, long asked) {
        if (callers.size() >= MAX_SIZE) {
            makeRoom(lifetime.now());
        }
        callers.put(token, new Kept(caller, lifetime));
        if (age.get() != asked) {
            callers.remove(token);
        }
    }

    void forget(Predicate<Caller> gone) {
        age.incrementAndGet();
        callers.values().removeIf(kept -> gone.test(kept.caller()));
    }

    private void makeRoom(Instant now) {
        callers.values().removeIf(kept -> kept.lifetime().over(now));
        if (callers.size() >= MAX_SIZE) {
            callers.clear();
        }
    }

    /// From now until the token or its place here ends, or the clock is set back.
    record Lifetime(Instant now, @Nullable Instant expiresAt) {
        boolean over(Instant time) {
            boolean expired = expiresAt != null && !time.isBefore(expiresAt);
            return expired || Duration.between(now, time).abs().compareTo(KEPT) >= 0;
        }
    }
}
