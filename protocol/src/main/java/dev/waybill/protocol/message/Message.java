package dev.waybill.protocol.message;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.ChannelId;
import dev.waybill.protocol.id.MessageId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A message as it is answered and listed.
public record Message(
        MessageId id,
        ChannelId channelId,
        AgentId agentId,
        String agentName,
        String text,
        @Nullable JsonNode blocks,
        JsonNode metadata,
        boolean hasAttachments,
        @Nullable MessageId threadId,
        Instant createdAt,
        int replyCount,
        List<JsonNode> reactions,
        int readByCount,
        List<JsonNode> attachments,
        List<String> mentions,
        InjectionMode injectionMode) {
    public Message {
        reactions = List.copyOf(reactions);
        attachments = List.copyOf(attachments);
        mentions = List.copyOf(mentions);
    }
}
