package dev.waybill.protocol.action;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.InvocationId;
import dev.waybill.protocol.id.NodeId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// One call of an action and what has become of it.
public record Invocation(
        InvocationId invocationId,
        String actionName,
        @Nullable AgentId callerId,
        @Nullable String callerName,
        JsonNode input,
        @Nullable JsonNode output,
        InvocationStatus status,
        @Nullable String error,
        @Nullable Long durationMs,
        @Nullable NodeId dispatchedNodeId,
        @Nullable Instant dispatchedAt,
        Instant createdAt,
        @Nullable Instant completedAt,
        @Nullable ActionResult result,
        @Nullable ActionCaller caller) {}
