package dev.waybill.protocol.action;

import org.jspecify.annotations.Nullable;

/// Asks for an agent to be stopped, and removed if `delete_agent` says so.
public record ReleaseAgent(String name, @Nullable String reason, @Nullable Boolean deleteAgent) {
    public ReleaseAgent {
        Bounds.name("name", name);
    }
}
