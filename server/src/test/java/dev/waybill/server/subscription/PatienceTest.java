package dev.waybill.server.subscription;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class PatienceTest {
    @Test
    void each_failure_doubles_the_wait_up_to_a_limit() {
        assertThat(Patience.after(1, 0.5)).isEqualTo(Duration.ofSeconds(1));
        assertThat(Patience.after(4, 0.5)).isEqualTo(Duration.ofSeconds(8));
        assertThat(Patience.after(1000, 0.5)).isEqualTo(Patience.LONGEST);
    }

    @Test
    void chance_spreads_those_who_failed_together() {
        assertThat(Patience.after(1, 0)).isEqualTo(Duration.ofMillis(500));
        assertThat(Patience.after(1, 1)).isEqualTo(Duration.ofMillis(1500));
    }
}
