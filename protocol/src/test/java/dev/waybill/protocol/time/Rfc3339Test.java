package dev.waybill.protocol.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class Rfc3339Test {
    @Test
    void times_are_written_in_utc_with_milliseconds() {
        assertThat(Rfc3339.format(Instant.parse("2026-11-15T09:30:00Z")))
                .isEqualTo("2026-11-15T09:30:00.000Z");
    }

    @Test
    void any_time_is_written_as_the_pattern_has_it() {
        DateTimeFormatter pattern =
                DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'")
                        .withZone(ZoneOffset.UTC);
        Random random = new Random(11);
        long first = Instant.parse("-0010-01-01T00:00:00Z").toEpochMilli();
        long last = Instant.parse("+10010-01-01T00:00:00Z").toEpochMilli();
        for (int i = 0; i < 5_000; i++) {
            Instant time =
                    Instant.ofEpochMilli(random.nextLong(first, last))
                            .plusNanos(random.nextInt(1_000_000));

            assertThat(Rfc3339.format(time)).isEqualTo(pattern.format(time));
        }
        assertThat(Rfc3339.format(Instant.EPOCH)).isEqualTo("1970-01-01T00:00:00.000Z");
    }

    @Test
    void any_offset_is_read() {
        assertThat(Rfc3339.parse("2026-11-15T10:30:00.5+01:00"))
                .isEqualTo(Instant.parse("2026-11-15T09:30:00.500Z"));
    }

    @Test
    void what_is_no_time_is_refused_by_name() {
        for (String wrong :
                List.of(
                        "",
                        "yesterday",
                        "2026-11-15",
                        "2026-11-15T09:30:00",
                        "2026-13-01T00:00:00Z",
                        "+10000-01-01T00:00:00Z",
                        "9999-12-31T23:59:59-18:00",
                        "-0001-12-31T23:59:59Z",
                        "+999999999-12-31T23:59:59-18:00")) {
            assertThatThrownBy(() -> Rfc3339.parse(wrong)).hasMessageContaining("'" + wrong + "'");
        }
    }
}
