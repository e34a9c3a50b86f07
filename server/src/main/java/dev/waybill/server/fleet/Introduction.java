package dev.waybill.server.fleet;

import dev.waybill.protocol.action.Capability;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a node says of itself when it connects. A node that names no provider is one itself, the default.
public record Introduction(
        String provider,
        String instance,
        List<Capability> capabilities,
        List<String> tags,
        @Nullable String version,
        int maxAgents) {
    public static final String DEFAULT_PROVIDER = "default";

    public Introduction {
        capabilities = List.copyOf(capabilities);
        tags = List.copyOf(tags);
    }

    /// Before its first heartbeat a node that offers something counts as able to do it.
    boolean handlersLive() {
        return !capabilities.isEmpty();
    }
}
