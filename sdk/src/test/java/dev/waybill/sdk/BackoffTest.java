package dev.waybill.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BackoffTest {
    private final Backoff backoff =
            new Backoff(Duration.ofMillis(100), Duration.ofSeconds(2), new Random(1));

    @Test
    void pauses_double_up_to_the_longest_give_or_take_half() {
        for (long middle : new long[] {100, 200, 400, 800, 1600, 2000, 2000, 2000}) {
            assertThat(backoff.next().toMillis()).isBetween(middle / 2, middle + middle / 2);
        }
    }

    @Test
    void success_makes_them_short_again() {
        for (int i = 0; i < 50; i++) {
            backoff.next();
        }

        backoff.reset();

        assertThat(backoff.next().toMillis()).isBetween(50L, 150L);
    }
}
