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

/// Answers a message to one agent.
public record DirectSent(
        String conversationId,
        CoreMessage message,
        Instant createdAt,
        MessageId id,
        AgentId fromAgentId,
        String to,
        String text,
        InjectionMode injectionMode,
        List<Attachment> attachments)
        implements Sent {
    public DirectSent {
        attachments = List.copyOf(attachments);
    }

    public static DirectSent of(String conversation, String to, Message message) {
        return new DirectSent(
                conversation,
                CoreMessage.of(message),
                message.createdAt(),
                message.id(),
                message.agentId(),
                to,
                message.text(),
                message.injectionMode(),
                message.attachments());
    }

    @Override
    public SentBrief brief() {
        return new SentBrief(id, conversationId, createdAt);
    }
}
