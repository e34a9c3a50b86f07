package dev.waybill.server.config;

import java.time.Duration;
import java.util.List;

/// How the server calls addresses that its users gave it, and providers.
///
/// @param spacing the least time between two calls of a provider with one credential
/// @param lenient whether requests to providers may hold fields that nobody knows
public record OutboundConfig(
        List<Network> allowedNetworks,
        Duration timeout,
        Duration giveUpAfter,
        Duration spacing,
        boolean lenient) {
    private static final Duration SPACING = Duration.ofSeconds(1);

    public static final OutboundConfig DEFAULTS =
            new OutboundConfig(List.of(), Duration.ofSeconds(10), Duration.ofDays(3));

    public OutboundConfig {
        allowedNetworks = List.copyOf(allowedNetworks);
    }

    public OutboundConfig(List<Network> allowedNetworks, Duration timeout, Duration giveUpAfter) {
        this(allowedNetworks, timeout, giveUpAfter, SPACING, false);
    }
}
