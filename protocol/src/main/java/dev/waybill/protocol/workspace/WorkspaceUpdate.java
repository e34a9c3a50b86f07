package dev.waybill.protocol.workspace;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Changes a workspace; what is left out stays, metadata is merged key by key.
public record WorkspaceUpdate(
        @Nullable String name, @Nullable String systemPrompt, @Nullable ObjectNode metadata) {
    public WorkspaceUpdate {
        if (name != null) {
            Names.check(name);
        }
        Limits.check("system_prompt and metadata", systemPrompt, metadata);
    }
}
