package dev.waybill.protocol.network.api;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// One message of a conversation, as it was sent or received. All of its words are its sender's; only the record's id is ours.
///
/// @param prompt the message in its wrapper, which is the form for models; absent where it would not be taken on today
public record TimelineMessage(
        String recordId,
        String messageId,
        @Nullable String workspaceId,
        String channel,
        @Nullable String surface,
        @Nullable String threadId,
        @Nullable String directId,
        String kind,
        String direction,
        String peerFrom,
        @Nullable String peerTo,
        @Nullable String displayName,
        @Nullable String sessionId,
        boolean local,
        @Nullable String workId,
        @Nullable String replyTo,
        @Nullable String traceId,
        @Nullable String causationId,
        @Nullable String intent,
        @Nullable String text,
        @Nullable String previewText,
        JsonNode body,
        String trust,
        List<String> flags,
        Instant timestamp,
        Instant recordedAt,
        @Nullable String prompt) {
    public TimelineMessage {
        flags = List.copyOf(flags);
    }
}
