package dev.waybill.server.http.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class RateLimitTest {
    private Instant now = Instant.parse("2026-11-15T09:30:20Z");
    private final RateLimit<String> limit = new RateLimit<>(2, () -> now);

    @Test
    void each_has_its_own_count() {
        limit.count("a").check();
        RateLimit.Usage second = limit.count("a");
        second.check();

        assertThat(second.remaining()).isZero();
        assertThat(second.reset()).isEqualTo(Instant.parse("2026-11-15T09:31:00Z"));
        assertThat(limit.count("b").remaining()).isEqualTo(1);
    }

    @Test
    void whoever_is_over_the_limit_is_told_when_to_come_back() {
        limit.count("a");
        limit.count("a");

        Problem problem = catchThrowableOfType(Problem.class, () -> limit.count("a").check());

        assertThat(problem.code()).isEqualTo(ErrorCode.RATE_LIMIT_EXCEEDED);
        assertThat(problem.headers()).containsEntry("Retry-After", "40");
    }

    @Test
    void counts_begin_anew_with_the_minute() {
        limit.count("a");
        limit.count("a");
        now = now.plusSeconds(40);

        assertThat(limit.count("a").remaining()).isEqualTo(1);
    }
}
