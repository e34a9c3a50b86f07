package dev.waybill.server.ingress.mail;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// How far a folder was read. A server that numbers its mails anew says so by another validity; then all that may not
/// have been read is read again, and what is known is recognised by its id.
///
/// @param floor what came before was read under other numbers
/// @param seen when the newest mail that was read had come
record Place(long validity, long uid, Instant floor, Instant seen) {
    /// Mails may have come in another order than they are numbered in.
    private static final Duration OVERLAP = Duration.ofDays(2);

    static Optional<Place> parse(@Nullable String text) {
        if (text == null || !text.matches("[0-9]{1,19}(:[0-9]{1,18}){3}")) {
            return Optional.empty();
        }
        String[] parts = text.split(":", -1);
        return Optional.of(
                new Place(
                        Long.parseLong(parts[0]),
                        Long.parseLong(parts[1]),
                        Instant.ofEpochSecond(Long.parseLong(parts[2])),
                        Instant.ofEpochSecond(Long.parseLong(parts[3]))));
    }

    String text() {
        return validity
                + ":"
                + uid
                + ":"
                + Math.max(0, floor.getEpochSecond())
                + ":"
                + Math.max(0, seen.getEpochSecond());
    }

    /// A mail may say that it comes from the future, which is not believed.
    Place at(long next, @Nullable Instant received, Instant now) {
        if (received == null || !received.isAfter(seen) || received.isAfter(now)) {
            return new Place(validity, next, floor, seen);
        }
        return new Place(validity, next, floor, received);
    }

    /// Where to begin after the mails were numbered anew.
    Place anew(long other) {
        Instant again = seen.minus(OVERLAP);
        return new Place(other, 0, again.isAfter(floor) ? again : floor, seen);
    }

    boolean wants(@Nullable Instant received) {
        return received == null || !received.isBefore(floor);
    }
}
