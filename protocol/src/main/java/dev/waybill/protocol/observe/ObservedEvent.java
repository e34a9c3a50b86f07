package dev.waybill.protocol.observe;

import dev.waybill.protocol.id.ChannelId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// One event as it is listed; the payload is what the stream sends, without its numbers.
public record ObservedEvent(
        long seq,
        String type,
        @Nullable ChannelId channelId,
        ObjectNode payload,
        Instant createdAt) {}
