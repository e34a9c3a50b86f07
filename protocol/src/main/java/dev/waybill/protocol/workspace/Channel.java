package dev.waybill.protocol.workspace;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.ChannelId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A channel as it is listed.
public record Channel(
        ChannelId id,
        String name,
        @Nullable String topic,
        JsonNode metadata,
        @Nullable AgentId createdBy,
        Instant createdAt,
        boolean isArchived,
        long memberCount) {}
