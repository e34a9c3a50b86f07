package dev.waybill.server.network;

import dev.waybill.protocol.network.api.CapabilityEntry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What an agent wants others to know of it.
record Introduction(@Nullable String summary, List<CapabilityEntry> capabilities) {
    Introduction {
        capabilities = List.copyOf(capabilities);
    }
}
