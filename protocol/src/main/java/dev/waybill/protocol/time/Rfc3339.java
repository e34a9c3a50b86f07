package dev.waybill.protocol.time;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/// Writes times as `2026-11-15T09:30:00.000Z` and reads any RFC 3339 time with an offset.
public final class Rfc3339 {
    private static final DateTimeFormatter MILLIS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

    private Rfc3339() {}

    public static String format(Instant instant) {
        return MILLIS.format(instant);
    }

    public static Instant parse(String text) {
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(
                    "not an RFC 3339 time such as 2026-11-15T09:30:00Z: '" + text + "'", e);
        }
    }
}
