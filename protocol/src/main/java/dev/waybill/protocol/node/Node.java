package dev.waybill.protocol.node;

import dev.waybill.protocol.id.NodeId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A node as others see it.
public record Node(
        NodeId id,
        String name,
        NodeKind kind,
        NodeRole role,
        String deliveryAdapter,
        @Nullable JsonNode delivery,
        JsonNode capabilities,
        List<String> tags,
        @Nullable String version,
        NodeStatus status,
        boolean live,
        boolean handlersLive,
        double load,
        int activeAgents,
        int maxAgents,
        @Nullable Instant lastHeartbeatAt,
        Instant createdAt) {
    public Node {
        tags = List.copyOf(tags);
    }
}
