package dev.waybill.protocol.action;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.InvocationId;
import dev.waybill.protocol.id.NodeId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Says that an invocation is kept and who will handle it; its result comes later.
public record InvokeAck(
        InvocationId invocationId,
        String actionName,
        @Nullable AgentId handlerAgentId,
        @Nullable NodeId handlerNodeId,
        @Nullable NodeId dispatchedNodeId,
        JsonNode input,
        InvocationStatus status,
        Instant createdAt) {}
