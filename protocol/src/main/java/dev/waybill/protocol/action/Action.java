package dev.waybill.protocol.action;

import dev.waybill.protocol.id.ActionId;
import dev.waybill.protocol.id.NodeId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// An operation that can be invoked by name, handled by one agent or one node. Schemas are as they were registered.
public record Action(
        ActionId id,
        String name,
        String description,
        @Nullable String handlerAgent,
        @Nullable String handlerNode,
        @Nullable NodeId handlerNodeId,
        JsonNode inputSchema,
        JsonNode outputSchema,
        @Nullable List<String> availableTo,
        boolean isActive,
        Instant createdAt) {
    public Action {
        availableTo = availableTo == null ? null : List.copyOf(availableTo);
    }
}
