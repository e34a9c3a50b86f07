package dev.waybill.protocol.node;

import org.jspecify.annotations.Nullable;

/// Asks a node to host an agent.
public record NewBinding(
        String agentName, @Nullable String sessionRef, @Nullable Integer priority) {}
