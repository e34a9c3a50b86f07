package dev.waybill.protocol.conversation;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.ChannelId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A conversation as those see it who watch over the workspace.
@JsonInclude(JsonInclude.Include.ALWAYS)
public record ConversationSummary(
        String id,
        ChannelId channelId,
        String type,
        List<String> participants,
        @Nullable LastMessage lastMessage,
        long messageCount) {
    public ConversationSummary {
        participants = List.copyOf(participants);
    }

    /// What was said last.
    public record LastMessage(String text, AgentId agentId, String agentName, Instant createdAt) {}
}
