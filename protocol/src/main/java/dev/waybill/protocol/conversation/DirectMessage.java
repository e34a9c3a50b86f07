package dev.waybill.protocol.conversation;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.MessageId;
import dev.waybill.protocol.message.Attachment;
import dev.waybill.protocol.message.InjectionMode;
import dev.waybill.protocol.message.Message;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A message of a conversation as it is listed.
@JsonInclude(JsonInclude.Include.ALWAYS)
public record DirectMessage(
        MessageId id,
        AgentId agentId,
        String agentName,
        String text,
        InjectionMode injectionMode,
        List<Attachment> attachments,
        @Nullable JsonNode blocks,
        JsonNode metadata,
        @Nullable MessageId threadId,
        Instant createdAt) {
    public DirectMessage {
        attachments = List.copyOf(attachments);
    }

    public static DirectMessage of(Message message) {
        return new DirectMessage(
                message.id(),
                message.agentId(),
                message.agentName(),
                message.text(),
                message.injectionMode(),
                message.attachments(),
                message.blocks(),
                message.metadata(),
                message.threadId(),
                message.createdAt());
    }
}
