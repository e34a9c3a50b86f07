package dev.waybill.protocol.message;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.waybill.protocol.delivery.DeliveryReceipt;
import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.ChannelId;
import dev.waybill.protocol.id.MessageId;
import dev.waybill.protocol.id.Snowflakes;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A message as it is answered and listed. What became of its deliveries is told only where one message is asked for.
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
        List<ReactionGroup> reactions,
        int readByCount,
        List<Attachment> attachments,
        List<String> mentions,
        InjectionMode injectionMode,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<DeliveryReceipt> deliveries)
        implements Sent {
    public Message {
        reactions = List.copyOf(reactions);
        attachments = List.copyOf(attachments);
        mentions = List.copyOf(mentions);
        deliveries = deliveries == null ? null : List.copyOf(deliveries);
    }

    /// By whom and where something was said.
    public record Origin(
            ChannelId channel, AgentId agent, String agentName, @Nullable MessageId thread) {}

    /// What others did with a message since.
    public record Echo(int replies, List<ReactionGroup> reactions, int readers) {
        public static final Echo NONE = new Echo(0, List.of(), 0);

        public Echo {
            reactions = List.copyOf(reactions);
        }
    }

    /// When a message was created is in its id.
    public static Message of(MessageId id, Origin origin, Content content, Echo echo) {
        return new Message(
                id,
                origin.channel(),
                origin.agent(),
                origin.agentName(),
                content.text(),
                content.blocks(),
                content.metadata(),
                !content.attachments().isEmpty(),
                origin.thread(),
                Snowflakes.instantOf(id.value()),
                echo.replies(),
                echo.reactions(),
                echo.readers(),
                content.attachments(),
                Mentions.in(content.text()),
                content.mode(),
                null);
    }

    public Content content() {
        return new Content(text, blocks, metadata, attachments, injectionMode);
    }

    public Message with(List<DeliveryReceipt> receipts) {
        return new Message(
                id,
                channelId,
                agentId,
                agentName,
                text,
                blocks,
                metadata,
                hasAttachments,
                threadId,
                createdAt,
                replyCount,
                reactions,
                readByCount,
                attachments,
                mentions,
                injectionMode,
                receipts);
    }

    @Override
    public SentBrief brief() {
        return new SentBrief(id, null, createdAt);
    }
}
