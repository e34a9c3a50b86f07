package dev.waybill.server.outbound;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;

/// How long a receiver asks to be left alone: its `Retry-After`, in seconds or as a date.
public final class RetryAfter {
    private RetryAfter() {}

    /// Zero if it does not ask, and `longest` if it asks for more.
    public static Duration of(HttpAnswer answer, Instant now, Duration longest) {
        Duration asked =
                answer.header("retry-after")
                        .map(text -> asked(text, now))
                        .filter(pause -> !pause.isNegative())
                        .orElse(Duration.ZERO);
        return asked.compareTo(longest) < 0 ? asked : longest;
    }

    private static Duration asked(String text, Instant now) {
        if (text.matches("\\d{1,9}")) {
            return Duration.ofSeconds(Long.parseLong(text));
        }
        try {
            ZonedDateTime date = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME);
            return Duration.between(now, date.toInstant());
        } catch (DateTimeException _) {
            return Duration.ZERO;
        }
    }
}
