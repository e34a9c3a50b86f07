package dev.waybill.protocol.workspace;

import dev.waybill.protocol.id.MessageId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// One of the things said lately: a `message` in a channel, or a `dm` in a conversation.
public record ActivityItem(
        String type,
        MessageId id,
        @Nullable String channelName,
        @Nullable String conversationId,
        String agentName,
        String text,
        Instant createdAt) {}
