package dev.waybill.protocol.network.api;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What a session says. Without an id it is given one.
public record SendEnvelope(
        String sessionId,
        @Nullable String channel,
        String kind,
        JsonNode body,
        @Nullable String surface,
        @Nullable String threadId,
        @Nullable String directId,
        @Nullable String to,
        @Nullable String workId,
        @Nullable String replyTo,
        @Nullable String traceId,
        @Nullable String causationId,
        @Nullable Long expiresAt,
        @Nullable String id,
        @Nullable JsonNode ext,
        @Nullable String interactionId) {}
