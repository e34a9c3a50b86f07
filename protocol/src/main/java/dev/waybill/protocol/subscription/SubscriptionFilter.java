package dev.waybill.protocol.subscription;

import org.jspecify.annotations.Nullable;

/// Which of the events are wanted: those of a channel, those that name an agent.
public record SubscriptionFilter(@Nullable String channel, @Nullable String mentions) {}
