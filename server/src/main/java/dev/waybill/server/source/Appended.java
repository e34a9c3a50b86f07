package dev.waybill.server.source;

import dev.waybill.protocol.source.EventAppended;
import org.jspecify.annotations.Nullable;

/// What became of events that were brought: how many were new, how many known, and the number of the last new one.
public record Appended(int appended, int deduped, @Nullable Long lastOffset) {
    static final Appended KNOWN = new Appended(0, 1, null);
    public static final Appended NOTHING = new Appended(0, 0, null);

    public Appended and(Appended later) {
        return new Appended(
                appended + later.appended,
                deduped + later.deduped,
                later.lastOffset == null ? lastOffset : later.lastOffset);
    }

    EventAppended shown() {
        return new EventAppended(appended, deduped, lastOffset);
    }
}
