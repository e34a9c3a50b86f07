package dev.waybill.protocol.conversation;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.ChannelId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Answers the beginning of a conversation of several agents.
@JsonInclude(JsonInclude.Include.ALWAYS)
public record GroupCreated(
        String id,
        ChannelId channelId,
        String dmType,
        @Nullable String name,
        List<Member> participants,
        Instant createdAt) {
    public GroupCreated {
        participants = List.copyOf(participants);
    }

    /// One who takes part.
    public record Member(AgentId agentId) {}
}
