package dev.waybill.protocol.workspace;

import dev.waybill.protocol.id.WorkspaceId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A workspace as its members see it.
public record Workspace(
        WorkspaceId id,
        String name,
        String plan,
        @Nullable String systemPrompt,
        Instant createdAt,
        JsonNode metadata) {}
