package dev.waybill.server.source;

import java.time.Duration;

/// How long things are kept: items after they were dealt with, and events at all; and how many items may wait in one inbox.
///
/// @param filtering so long the filters of an event are looked at in the transaction that keeps it
public record SourceLimits(
        Duration ackedItems, Duration events, int openItems, Duration filtering) {
    public static final SourceLimits DEFAULTS =
            new SourceLimits(Duration.ofHours(24), Duration.ofDays(30), 10_000);

    public SourceLimits(Duration ackedItems, Duration events, int openItems) {
        this(ackedItems, events, openItems, Duration.ofMillis(50));
    }
}
