package dev.waybill.protocol.delivery;

import org.jspecify.annotations.Nullable;

/// Which dead letters to send again: those of one agent, those given up for one reason, or all.
public record RedriveRequest(@Nullable String agent, @Nullable String reason) {}
