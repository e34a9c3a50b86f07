package dev.waybill.protocol.network.api;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// One decision of the network. What a peer claimed is in it only where it is well-formed, or written so that it can do no harm.
public record AuditRow(
        String id,
        Instant at,
        String direction,
        @Nullable String kind,
        @Nullable String channel,
        @Nullable String surface,
        @Nullable String threadId,
        @Nullable String directId,
        @Nullable String workId,
        @Nullable String peerFrom,
        @Nullable String peerTo,
        @Nullable String messageId,
        @Nullable String sessionId,
        @Nullable String reason,
        @Nullable String detail,
        int size,
        String hash) {}
