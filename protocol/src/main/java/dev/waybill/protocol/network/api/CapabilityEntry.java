package dev.waybill.protocol.network.api;

import org.jspecify.annotations.Nullable;

/// What a peer says it can do. It proves nothing.
public record CapabilityEntry(
        String id, @Nullable String summary, @Nullable String outcome, @Nullable String version) {}
