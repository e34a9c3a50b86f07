package dev.waybill.protocol.time;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/// Writes times as `2026-11-15T09:30:00.000Z` and reads any RFC 3339 time with an offset.
public final class Rfc3339 {
    private static final DateTimeFormatter MILLIS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

    private static final byte[] FORM =
            "0000-00-00T00:00:00.000Z".getBytes(StandardCharsets.ISO_8859_1);

    private static final Instant FIRST = Instant.parse("0000-01-01T00:00:00Z");
    private static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999999999Z");

    private Rfc3339() {}

    /// By hand where it can be: every message that goes out has such a time.
    public static String format(Instant instant) {
        if (!canWrite(instant)) {
            return MILLIS.format(instant);
        }
        LocalDateTime time =
                LocalDateTime.ofEpochSecond(
                        instant.getEpochSecond(), instant.getNano(), ZoneOffset.UTC);
        byte[] text = FORM.clone();
        digits(text, 4, time.getYear());
        digits(text, 7, time.getMonthValue());
        digits(text, 10, time.getDayOfMonth());
        digits(text, 13, time.getHour());
        digits(text, 16, time.getMinute());
        digits(text, 19, time.getSecond());
        digits(text, 23, time.getNano() / 1_000_000);
        return new String(text, StandardCharsets.ISO_8859_1);
    }

    /// Writes a number so that it ends before a place; what stands before it is zeros.
    private static void digits(byte[] text, int end, int number) {
        int place = end;
        for (int rest = number; rest > 0; rest /= 10) {
            place--;
            text[place] = (byte) ('0' + rest % 10);
        }
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
