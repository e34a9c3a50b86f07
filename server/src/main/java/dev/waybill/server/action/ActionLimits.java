package dev.waybill.server.action;

import java.time.Duration;

/// How long invocations wait, for what, and how many of them (`relay-wire` §6.4).
public record ActionLimits(
        Duration dispatchTimeout,
        Duration firstRetry,
        Duration lastRetry,
        Duration unreachable,
        Duration pending,
        int queue,
        int outputCharacters) {
    public static final ActionLimits DEFAULTS =
            new ActionLimits(
                    Duration.ofSeconds(30),
                    Duration.ofSeconds(5),
                    Duration.ofMinutes(1),
                    Duration.ofMinutes(2),
                    Duration.ofDays(3),
                    100,
                    1 << 20);

    /// The pause before the next attempt, which doubles with each.
    Duration retryAfter(int attempts) {
        Duration pause = firstRetry.multipliedBy(1L << Math.clamp(attempts, 0, 20));
        return pause.compareTo(lastRetry) < 0 ? pause : lastRetry;
    }

    /// When a handler that was sent an invocation may be thought to have lost it.
    Duration redeliverAfter(int attempts) {
        Duration pause = retryAfter(attempts);
        return pause.compareTo(dispatchTimeout) > 0 ? pause : dispatchTimeout;
    }
}
