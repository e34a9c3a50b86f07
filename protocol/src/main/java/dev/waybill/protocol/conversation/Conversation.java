package dev.waybill.protocol.conversation;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.MessageId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A conversation as one who takes part sees it.
@JsonInclude(JsonInclude.Include.ALWAYS)
public record Conversation(
        String id,
        String type,
        @Nullable String name,
        List<Participant> participants,
        @Nullable LastMessage lastMessage,
        long unreadCount,
        Instant createdAt) {
    public Conversation {
        participants = List.copyOf(participants);
    }

    /// One who takes part.
    public record Participant(AgentId agentId, String agentName) {}

    /// What was said last.
    public record LastMessage(MessageId id, String text, AgentId agentId, Instant createdAt) {}
}
