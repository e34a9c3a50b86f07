package dev.waybill.protocol.webhook;

import java.time.Instant;

/// A webhook as it is listed.
public record Webhook(
        String id, String name, String channel, String url, boolean isActive, Instant createdAt) {}
