package dev.waybill.protocol.node;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.NodeId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Which node hosts an agent.
public record Binding(
        String id,
        AgentId agentId,
        String agentName,
        NodeId nodeId,
        String nodeName,
        NodeKind nodeKind,
        NodeRole nodeRole,
        String status,
        @Nullable String sessionRef,
        int priority,
        Instant createdAt,
        @Nullable Instant updatedAt) {}
