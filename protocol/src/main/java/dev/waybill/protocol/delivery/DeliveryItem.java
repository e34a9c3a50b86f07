package dev.waybill.protocol.delivery;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.ChannelId;
import dev.waybill.protocol.id.MessageId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A delivery with the message it carries.
public record DeliveryItem(@JsonUnwrapped Delivery delivery, Said message) {
    /// What was said, by whom.
    ///
    /// @param metadata what a program may act on, where the agent network has brought it
    @JsonInclude(JsonInclude.Include.ALWAYS)
    public record Said(
            MessageId id,
            ChannelId channelId,
            AgentId agentId,
            String agentName,
            String text,
            @Nullable MessageId threadId,
            Instant createdAt,
            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable JsonNode metadata) {}
}
