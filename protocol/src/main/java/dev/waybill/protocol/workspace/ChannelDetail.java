package dev.waybill.protocol.workspace;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.ChannelId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A channel with everyone in it.
public record ChannelDetail(
        ChannelId id,
        String name,
        @Nullable String topic,
        JsonNode metadata,
        @Nullable AgentId createdBy,
        Instant createdAt,
        boolean isArchived,
        long memberCount,
        List<Member> members) {
    public ChannelDetail {
        members = List.copyOf(members);
    }

    public static ChannelDetail of(Channel channel, List<Member> members) {
        return new ChannelDetail(
                channel.id(),
                channel.name(),
                channel.topic(),
                channel.metadata(),
                channel.createdBy(),
                channel.createdAt(),
                channel.isArchived(),
                channel.memberCount(),
                members);
    }
}
