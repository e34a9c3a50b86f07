package dev.waybill.server.config;

import java.time.Duration;
import java.util.List;

/// How the server calls addresses that its users gave it.
public record OutboundConfig(
        List<Network> allowedNetworks, Duration timeout, Duration giveUpAfter) {
    public static final OutboundConfig DEFAULTS =
            new OutboundConfig(List.of(), Duration.ofSeconds(10), Duration.ofDays(3));

    public OutboundConfig {
        allowedNetworks = List.copyOf(allowedNetworks);
    }
}
