package dev.waybill.protocol.message;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.ChannelId;
import dev.waybill.protocol.id.MessageId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Answers a reply: the message, and the channel its thread is in.
@JsonInclude(JsonInclude.Include.ALWAYS)
public record Reply(
        MessageId id,
        ChannelId channelId,
        String channelName,
        AgentId agentId,
        String agentName,
        @Nullable MessageId threadId,
        String text,
        @Nullable JsonNode blocks,
        JsonNode metadata,
        boolean hasAttachments,
        Instant createdAt,
        int replyCount,
        List<ReactionGroup> reactions,
        int readByCount,
        List<Attachment> attachments,
        List<String> mentions,
        InjectionMode injectionMode)
        implements Sent {
    public Reply {
        reactions = List.copyOf(reactions);
        attachments = List.copyOf(attachments);
        mentions = List.copyOf(mentions);
    }

    public static Reply of(Message message, String channelName) {
        return new Reply(
                message.id(),
                message.channelId(),
                channelName,
                message.agentId(),
                message.agentName(),
                message.threadId(),
                message.text(),
                message.blocks(),
                message.metadata(),
                message.hasAttachments(),
                message.createdAt(),
                message.replyCount(),
                message.reactions(),
                message.readByCount(),
                message.attachments(),
                message.mentions(),
                message.injectionMode());
    }

    @Override
    public SentBrief brief() {
        return new SentBrief(id, null, createdAt);
    }
}
