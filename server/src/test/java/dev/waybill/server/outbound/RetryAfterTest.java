package dev.waybill.server.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetryAfterTest {
    private static final Instant NOW = Instant.parse("2026-01-05T10:00:00Z");
    private static final Duration LONGEST = Duration.ofMinutes(15);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "7|7",
                "0|0",
                "99999|900",
                "Mon, 05 Jan 2026 10:00:30 GMT|30",
                "Mon, 05 Jan 2026 09:00:00 GMT|0",
                "soon|0",
                "-3|0"
            })
    void it_is_seconds_or_a_date_and_bounded(String header, long seconds) {
        HttpAnswer answer = new HttpAnswer(503, Map.of("retry-after", header), "");

        assertThat(RetryAfter.of(answer, NOW, LONGEST)).isEqualTo(Duration.ofSeconds(seconds));
    }

    @Test
    void who_does_not_ask_is_not_waited_for() {
        assertThat(RetryAfter.of(new HttpAnswer(503, Map.of(), ""), NOW, LONGEST)).isZero();
    }
}
