package dev.waybill.protocol.conversation;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.waybill.protocol.id.MessageId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What waits for an agent.
public record Inbox(
        List<UnreadChannel> unreadChannels,
        List<Mention> mentions,
        List<UnreadDirect> unreadDms,
        List<RecentReaction> recentReactions) {
    public Inbox {
        unreadChannels = List.copyOf(unreadChannels);
        mentions = List.copyOf(mentions);
        unreadDms = List.copyOf(unreadDms);
        recentReactions = List.copyOf(recentReactions);
    }

    /// How much is unread in a channel.
    public record UnreadChannel(String channelName, long unreadCount) {}

    /// An unread message that names the agent.
    public record Mention(
            MessageId id, String channelName, String agentName, String text, Instant createdAt) {}

    /// How much is unread in a conversation, and the latest of it.
    @JsonInclude(JsonInclude.Include.ALWAYS)
    public record UnreadDirect(
            String conversationId,
            String from,
            long unreadCount,
            @Nullable LastMessage lastMessage) {}

    /// The latest unread message of a conversation.
    public record LastMessage(MessageId id, String text, Instant createdAt) {}

    /// What somebody thought of a message of the agent's.
    public record RecentReaction(
            MessageId messageId,
            String channelName,
            String emoji,
            String agentName,
            Instant createdAt) {}
}
