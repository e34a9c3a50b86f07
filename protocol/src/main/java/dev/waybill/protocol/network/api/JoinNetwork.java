package dev.waybill.protocol.network.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// An agent's wish to become a peer in a channel of the network. Without a channel it is the usual one; the agent is named by
/// whoever joins for another.
public record JoinNetwork(
        @Nullable String channel,
        @Nullable String agent,
        @Nullable String peerId,
        @Nullable String displayName,
        @Nullable String summary,
        @Nullable List<CapabilityEntry> capabilities) {
    public JoinNetwork {
        capabilities = capabilities == null ? null : List.copyOf(capabilities);
    }
}
