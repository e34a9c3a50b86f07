package dev.waybill.protocol.network.api;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What waits for a session: the envelope, and what the session will be told of it.
public record InboxEntry(
        String sessionId,
        String state,
        JsonNode envelope,
        String prompt,
        String trust,
        List<String> flags,
        Instant queuedAt,
        @Nullable Instant expiresAt) {
    public InboxEntry {
        flags = List.copyOf(flags);
    }
}
