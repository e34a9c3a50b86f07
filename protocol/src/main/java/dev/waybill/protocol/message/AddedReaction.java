package dev.waybill.protocol.message;

import dev.waybill.protocol.id.MessageId;
import java.time.Instant;

/// Answers a reaction.
public record AddedReaction(
        String id, MessageId messageId, String agentName, String emoji, Instant createdAt) {}
