package dev.waybill.server.config;

import java.time.Duration;
import java.util.List;

/// How the server calls addresses that its users gave it, and providers.
///
/// @param spacing the least time between two calls of a provider with one credential
/// @param lenient whether requests to providers may hold fields that nobody knows
/// @param retention how long it is kept what was asked of providers and has ended
/// @param maxQueued how much one workspace may ask of providers before something of it was done
public record OutboundConfig(
        List<Network> allowedNetworks,
        Duration timeout,
        Duration giveUpAfter,
        Duration spacing,
        boolean lenient,
        Duration retention,
        int maxQueued) {
    private static final Duration SPACING = Duration.ofSeconds(1);
    private static final Duration RETENTION = Duration.ofDays(90);
    private static final int MAX_QUEUED = 1000;

    public static final OutboundConfig DEFAULTS =
            new OutboundConfig(List.of(), Duration.ofSeconds(10), Duration.ofDays(3));

    public OutboundConfig {
        allowedNetworks = List.copyOf(allowedNetworks);
    }

    public OutboundConfig(List<Network> allowedNetworks, Duration timeout, Duration giveUpAfter) {
        this(allowedNetworks, timeout, giveUpAfter, SPACING, false);
    }

    public OutboundConfig(
            List<Network> allowedNetworks,
            Duration timeout,
            Duration giveUpAfter,
            Duration spacing,
            boolean lenient) {
        this(allowedNetworks, timeout, giveUpAfter, spacing, lenient, RETENTION, MAX_QUEUED);
    }
}
