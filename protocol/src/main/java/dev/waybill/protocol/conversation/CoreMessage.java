package dev.waybill.protocol.conversation;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.MessageId;
import dev.waybill.protocol.message.Attachment;
import dev.waybill.protocol.message.InjectionMode;
import dev.waybill.protocol.message.Message;
import java.util.List;

/// The heart of a message: who said what.
public record CoreMessage(
        MessageId id,
        AgentId agentId,
        String agentName,
        String text,
        InjectionMode injectionMode,
        List<Attachment> attachments) {
    public CoreMessage {
        attachments = List.copyOf(attachments);
    }

    public static CoreMessage of(Message message) {
        return new CoreMessage(
                message.id(),
                message.agentId(),
                message.agentName(),
                message.text(),
                message.injectionMode(),
                message.attachments());
    }
}
