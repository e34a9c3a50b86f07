package dev.waybill.server.mcp;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Something a host may call, as it is listed.
public record Tool(
        String name,
        @Nullable String title,
        String description,
        ObjectNode inputSchema,
        @Nullable ObjectNode outputSchema,
        @Nullable ObjectNode annotations) {}
