package dev.waybill.server.network.read;

import org.jspecify.annotations.Nullable;

/// Which messages of a conversation are wanted: at most `limit` of them, between two records, of a kind, about some work.
public record TimelinePart(
        int limit,
        @Nullable Long before,
        @Nullable Long after,
        @Nullable String kind,
        @Nullable String work) {
    /// Whether it is the last ones before a record that are wanted, and not the first ones after another.
    public boolean backwards() {
        return before != null && after == null;
    }
}
