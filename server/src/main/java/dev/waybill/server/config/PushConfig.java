package dev.waybill.server.config;

import java.time.Duration;

/// How deliveries are posted to nodes of kind http_push.
public record PushConfig(
        Duration timeout,
        int maxAttempts,
        Duration firstRetry,
        Duration longestRetry,
        int failuresToRest) {
    public static final PushConfig DEFAULTS =
            new PushConfig(
                    Duration.ofSeconds(10), 12, Duration.ofSeconds(1), Duration.ofMinutes(5), 5);
}
