package dev.waybill.server.http.api;

import dev.waybill.server.http.route.ErrorCode;
import dev.waybill.server.http.route.FaultMapping;
import dev.waybill.server.http.route.Problem;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.StoreException;
import java.time.Duration;
import java.util.Optional;

/// Passes on what the core refuses, and tells callers when to come back while the store is in trouble; what exactly ails
/// it stays in the log.
public final class CoreFaults implements FaultMapping {
    private static final Duration PAUSE = Duration.ofSeconds(1);

    @Override
    public Optional<Problem> problemOf(Throwable fault) {
        return switch (fault) {
            case Refusal refusal ->
                    Optional.of(
                            new Problem(
                                    ErrorCode.of(refusal.reason()),
                                    refusal.detail(),
                                    refusal.facts()));
            case StoreException store when store.retryable() -> Optional.of(problem(store.kind()));
            default -> Optional.empty();
        };
    }

    private static Problem problem(StoreException.Kind kind) {
        return kind == StoreException.Kind.UNKNOWN_OUTCOME
                ? new Problem(ErrorCode.UNAVAILABLE, words(kind))
                : Problem.retryAfter(ErrorCode.UNAVAILABLE, words(kind), PAUSE);
    }

    private static String words(StoreException.Kind kind) {
        return switch (kind) {
            case BUSY, TIMED_OUT, INTERRUPTED -> "The store is busy; nothing was written";
            case FULL -> "The store's disk is full; nothing was written";
            case UNKNOWN_OUTCOME ->
                    "The store did not confirm the write; look whether it happened before you repeat it";
            case UNAVAILABLE, CONFLICT, CORRUPT, IN_USE, TOO_NEW, FAULT ->
                    "The store cannot be reached; nothing was written";
        };
    }
}
