package dev.waybill.server.config;

import java.time.Duration;

/// How much an agent's mailbox holds, how long, how much of it may be under way at once, and what is kept of what was
/// given up and of what happened elsewhere.
public record DeliveryConfig(
        int mailboxDepth,
        Duration timeToLive,
        int window,
        Duration deadLetterRetention,
        int deadLetterLimit,
        Duration eventRetention,
        Duration ackedItemRetention,
        int inboxLimit) {
    public static final DeliveryConfig DEFAULTS =
            new DeliveryConfig(
                    1000,
                    Duration.ofHours(1),
                    64,
                    Duration.ofDays(7),
                    10_000,
                    Duration.ofDays(30),
                    Duration.ofHours(24),
                    10_000);
}
