package dev.waybill.protocol.message;

import dev.waybill.protocol.id.MessageId;
import java.time.Instant;

/// A message that fits a search; a higher score fits better.
public record SearchHit(
        MessageId id,
        String channelName,
        String agentName,
        String text,
        Instant createdAt,
        double relevanceScore) {}
