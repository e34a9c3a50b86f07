package dev.waybill.protocol.network.wire;

import org.jspecify.annotations.Nullable;

/// What an envelope says of itself, decoded and trimmed, but not known to be right. For the audit, and to find out whom a
/// refusal may be told.
public record Claim(
        @Nullable String protocol,
        @Nullable String id,
        @Nullable String workspaceId,
        @Nullable String kind,
        @Nullable String channel,
        @Nullable String surface,
        @Nullable String threadId,
        @Nullable String directId,
        @Nullable String from,
        @Nullable String to,
        @Nullable String workId,
        @Nullable String interactionId,
        @Nullable String replyTo,
        @Nullable String traceId,
        @Nullable String causationId,
        long ts,
        @Nullable Long expiresAt) {
    /// The work, in whichever words.
    public @Nullable String work() {
        return workId == null ? interactionId : workId;
    }

    boolean placed() {
        return surface != null || threadId != null || directId != null;
    }
}
