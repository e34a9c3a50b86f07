package dev.waybill.server.config;

import static java.time.Duration.ofDays;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;

import java.time.Duration;
import java.util.List;

/// The part of the table that is about calling others.
final class OutboundSettings {
    static final Setting<List<Network>> ALLOWED_NETWORKS =
            Setting.of(
                    "outbound.allowed-networks",
                    Kind.networks(),
                    config -> config.outbound().allowedNetworks(),
                    "The private networks that addresses given by users may lead to; without any, only public addresses are called.");
    static final Setting<Duration> TIMEOUT =
            Setting.of(
                    "outbound.timeout",
                    Kind.duration(ofMillis(100), ofMinutes(1)),
                    config -> config.outbound().timeout(),
                    "How long such a call may take, from looking up the name to the end of the answer.");
    static final Setting<Duration> GIVE_UP_AFTER =
            Setting.of(
                    "outbound.give-up-after",
                    Kind.duration(ofMinutes(1), ofDays(30)),
                    config -> config.outbound().giveUpAfter(),
                    "How long a subscription may fail without a success before it is switched off.");
    static final Setting<Duration> SPACING =
            Setting.of(
                    "outbound.spacing",
                    Kind.duration(ofMillis(0), ofMinutes(10)),
                    config -> config.outbound().spacing(),
                    "The least time between two calls of a provider with the same credential.");
    static final Setting<Boolean> LENIENT =
            Setting.of(
                    "outbound.lenient",
                    Kind.truth(),
                    config -> config.outbound().lenient(),
                    "Whether fields that nobody knows are passed over in requests to providers instead of being refused.");
    static final Setting<Duration> RETENTION =
            Setting.of(
                    "outbound.retention",
                    Kind.duration(ofMinutes(1), ofDays(3650)),
                    config -> config.outbound().retention(),
                    "How long it is kept what was asked of providers, once nothing more happens to it. What nobody agreed to for so long is withdrawn.");
    static final Setting<Integer> MAX_QUEUED =
            Setting.of(
                    "outbound.max-queued",
                    Kind.integer(1, 1_000_000),
                    config -> config.outbound().maxQueued(),
                    "How much of what one workspace asks of providers may wait to be done; more is refused.");

    static final List<Setting<?>> ALL =
            List.of(
                    ALLOWED_NETWORKS,
                    TIMEOUT,
                    GIVE_UP_AFTER,
                    SPACING,
                    LENIENT,
                    RETENTION,
                    MAX_QUEUED);

    private OutboundSettings() {}
}
