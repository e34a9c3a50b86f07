package dev.waybill.server.config;

import java.time.Duration;

/// Which database holds the data, and the bounds of its queues.
public record StoreConfig(
        DatabaseTarget database,
        int readers,
        int writeQueue,
        int maxBatch,
        Duration writeTimeout,
        Duration readTimeout) {
    public static final StoreConfig DEFAULTS =
            new StoreConfig(
                    new DatabaseTarget.Sqlite(),
                    3,
                    4096,
                    512,
                    Duration.ofSeconds(10),
                    Duration.ofSeconds(10));

    public StoreConfig withDatabase(DatabaseTarget other) {
        return new StoreConfig(other, readers, writeQueue, maxBatch, writeTimeout, readTimeout);
    }
}
