package dev.waybill.protocol.network.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A channel to be made, with the agents that join it.
public record NewNetworkChannel(
        String channel, @Nullable String purpose, @Nullable List<String> agentNames) {
    public NewNetworkChannel {
        agentNames = agentNames == null ? null : List.copyOf(agentNames);
    }
}
