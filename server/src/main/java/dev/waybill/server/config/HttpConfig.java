package dev.waybill.server.config;

import java.time.Duration;

/// Bounds of the HTTP edge.
public record HttpConfig(
        int maxBodyBytes,
        int maxHeaderBytes,
        int maxConnections,
        Duration idleTimeout,
        Duration headerTimeout,
        int minBytesPerSecond,
        int rateLimit,
        int wrongTokens) {
    public static final HttpConfig DEFAULTS =
            new HttpConfig(
                    1 << 20,
                    16 << 10,
                    20_000,
                    Duration.ofSeconds(60),
                    Duration.ofSeconds(10),
                    256,
                    100_000_000,
                    120);
}
