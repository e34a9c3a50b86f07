package dev.waybill.protocol.network.api;

import org.jspecify.annotations.Nullable;

/// What was taken to be sent, as it goes out.
public record SentEnvelope(
        String id,
        String sessionId,
        String channel,
        @Nullable String workspaceId,
        String kind,
        @Nullable String surface,
        @Nullable String threadId,
        @Nullable String directId,
        String from,
        @Nullable String to,
        @Nullable String workId,
        @Nullable String replyTo,
        @Nullable String traceId,
        @Nullable String causationId,
        long ts,
        @Nullable Long expiresAt,
        String state,
        int size) {}
