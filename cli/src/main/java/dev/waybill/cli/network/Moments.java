package dev.waybill.cli.network;

import dev.waybill.cli.remote.Session;
import dev.waybill.cli.remote.Span;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.OffsetDateTime;

/// Times as people write them: seconds since 1970, such as 2027-01-31T08:00:00Z, or so long from now.
record Moments(InstantSource clock) {
    Instant future(String option, String text) {
        return parse(option, text, 1);
    }

    Instant past(String option, String text) {
        return parse(option, text, -1);
    }

    private Instant parse(String option, String text, int direction) {
        try {
            if (text.matches("-?\\d+")) {
                return Instant.ofEpochSecond(Long.parseLong(text));
            }
            return text.matches("\\d+[smhd]")
                    ? clock.instant().plus(Span.parse(text).multipliedBy(direction))
                    : OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException | NumberFormatException | ArithmeticException _) {
            throw Session.misused(
                    option
                            + " takes such as 1798790400, 2027-01-01T08:00:00Z or 10m: '"
                            + text
                            + "'");
        }
    }
}
