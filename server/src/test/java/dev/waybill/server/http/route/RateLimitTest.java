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

    @Test
    void a_clock_that_is_set_back_makes_no_minute_longer() {
        limit.count("a");
        limit.count("a");
        now = now.minusSeconds(3600);

        RateLimit.Usage next = limit.count("a");

        assertThat(next.remaining()).isEqualTo(1);
        assertThat(next.reset()).isEqualTo(Instant.parse("2026-11-15T08:31:00Z"));
    }

    @Test
    void who_looked_at_the_clock_before_a_window_began_is_counted_in_it() {
        now = Instant.parse("2026-11-15T09:31:00.001Z");
        limit.count("a");
        now = Instant.parse("2026-11-15T09:30:59.999Z");

        assertThat(limit.count("a").remaining()).isZero();
    }
}
