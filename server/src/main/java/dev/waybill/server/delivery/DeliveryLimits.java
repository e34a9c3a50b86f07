package dev.waybill.server.delivery;

import java.time.Duration;

/// How much an agent's mailbox holds, how long, and how much of it may be under way at once.
public record DeliveryLimits(int depth, Duration timeToLive, int window) {
    public static final DeliveryLimits DEFAULTS = new DeliveryLimits(1000, Duration.ofHours(1), 64);
}
