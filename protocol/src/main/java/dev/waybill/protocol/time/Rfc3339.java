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

    private static final Instant FIRST = Instant.parse("0000-01-01T00:00:00Z");
    private static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999999999Z");

    private Rfc3339() {}

    public static String format(Instant instant) {
        return MILLIS.format(instant);
    }

    public static Instant parse(String text) {
        try {
            Instant read = OffsetDateTime.parse(text).toInstant();
            if (!canWrite(read)) {
                throw new DateTimeException("not a year of four digits");
            }
            return read;
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(
                    "not an RFC 3339 time such as 2026-11-15T09:30:00Z: '" + text + "'", e);
        }
    }

    /// Whether its year has four digits, as all have that can be written. Others would not fit into what keeps them either.
    public static boolean canWrite(Instant instant) {
        return !instant.isBefore(FIRST) && !instant.isAfter(LAST);
    }
}
