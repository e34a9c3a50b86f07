package dev.waybill.server.network.read;

import java.time.Instant;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Which decisions are wanted: from one moment on and before another, of or for a peer, and so on. What is null narrows
/// nothing.
public record AuditQuery(
        @Nullable Instant since,
        @Nullable Instant until,
        @Nullable String peer,
        @Nullable String channel,
        @Nullable String work,
        @Nullable String direction,
        @Nullable String reason,
        @Nullable String kind,
        @Nullable String session) {
    public static final AuditQuery ALL =
            new AuditQuery(null, null, null, null, null, null, null, null, null);

    /// Whether many rows may have to be looked at for one that is wanted. Work has an index of its own.
    boolean searches() {
        return work == null
                && Stream.of(peer, channel, direction, reason, kind, session)
                        .anyMatch(Objects::nonNull);
    }
}
