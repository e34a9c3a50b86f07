package dev.waybill.protocol.network.api;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A conversation that is open to its channel.
public record ThreadView(
        String channel,
        @Nullable String workspaceId,
        String threadId,
        String rootMessageId,
        String title,
        String openedByPeerId,
        @Nullable String openedSessionId,
        Instant openedAt,
        Instant lastActivityAt,
        long messageCount,
        long participantCount,
        long openWorkCount,
        @Nullable String lastMessagePreview) {}
