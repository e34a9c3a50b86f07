package dev.waybill.protocol.conversation;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.MessageId;
import dev.waybill.protocol.message.Attachment;
import dev.waybill.protocol.message.InjectionMode;
import dev.waybill.protocol.message.Message;
import dev.waybill.protocol.message.Sent;
import dev.waybill.protocol.message.SentBrief;
import java.time.Instant;
import java.util.List;

/// Answers a message to a conversation that is named by its id.
public record GroupSent(
        String conversationId,
        CoreMessage message,
        Instant createdAt,
        MessageId id,
        AgentId agentId,
        String text,
        InjectionMode injectionMode,
        List<Attachment> attachments)
        implements Sent {
    public GroupSent {
        attachments = List.copyOf(attachments);
    }

    public static GroupSent of(String conversation, Message message) {
        return new GroupSent(
                conversation,
                CoreMessage.of(message),
                message.createdAt(),
                message.id(),
                message.agentId(),
                message.text(),
                message.injectionMode(),
                message.attachments());
    }

    @Override
    public SentBrief brief() {
        return new SentBrief(id, conversationId, createdAt);
    }
}
