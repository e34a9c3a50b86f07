package dev.waybill.protocol.action;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Something a node says it can do. The kind is kept as it was sent, because newer nodes have more kinds.
public record Capability(
        String name,
        @Nullable String kind,
        @Nullable Boolean global,
        @Nullable Boolean queue,
        @Nullable ObjectNode metadata) {
    private static final String SPAWN = "spawn";
    private static final String RELEASE = "release";

    public static Capability named(String name) {
        return new Capability(name, null, null, null, null);
    }

    /// What the declared kind says, or else the name.
    public CapabilityKind resolvedKind() {
        for (CapabilityKind known : CapabilityKind.values()) {
            if (known.wire().equals(kind)) {
                return known;
            }
        }
        return name.equals(SPAWN) || name.startsWith(SPAWN + ":") || name.equals(RELEASE)
                ? CapabilityKind.CAPACITY
                : CapabilityKind.ACTION;
    }

    /// Claims its name for the whole workspace, and fails if another has it.
    public boolean claimsName() {
        return Boolean.TRUE.equals(global);
    }

    /// Invocations wait while the node is away, instead of being refused.
    public boolean waits() {
        return Boolean.TRUE.equals(queue);
    }
}
