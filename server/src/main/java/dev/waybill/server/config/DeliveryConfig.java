package dev.waybill.server.config;

import java.time.Duration;

/// How much an agent's mailbox holds, how long, and how much of it may be under way at once.
public record DeliveryConfig(int mailboxDepth, Duration timeToLive, int window) {
    public static final DeliveryConfig DEFAULTS = new DeliveryConfig(1000, Duration.ofHours(1), 64);
}
