package dev.waybill.protocol.network.api;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What one peer does for another.
public record WorkView(
        String workId,
        @Nullable String workspaceId,
        String channel,
        String surface,
        @Nullable String threadId,
        @Nullable String directId,
        String openedByPeerId,
        @Nullable String openedSessionId,
        String targetPeerId,
        String state,
        Instant openedAt,
        Instant lastActivityAt,
        @Nullable Instant terminalAt) {}
