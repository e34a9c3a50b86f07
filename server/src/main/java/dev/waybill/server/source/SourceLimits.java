package dev.waybill.server.source;

import java.time.Duration;

/// How long things are kept: items after they were dealt with, and events at all; and how many items may wait in one inbox.
public record SourceLimits(Duration ackedItems, Duration events, int openItems) {
    public static final SourceLimits DEFAULTS =
            new SourceLimits(Duration.ofHours(24), Duration.ofDays(30), 10_000);
}
