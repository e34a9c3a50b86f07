package dev.waybill.protocol.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class Rfc3339Test {
    @Test
    void times_are_written_in_utc_with_milliseconds() {
        assertThat(Rfc3339.format(Instant.parse("2026-11-15T09:30:00Z")))
                .isEqualTo("2026-11-15T09:30:00.000Z");
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
