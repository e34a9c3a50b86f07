package dev.waybill.protocol.message;

import dev.waybill.protocol.id.MessageId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The short answer to a message that was sent: what its sender cannot know.
public record SentBrief(MessageId id, @Nullable String conversationId, Instant createdAt) {}
