package dev.waybill.server.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class PatienceTest {
    private static final Patience PATIENCE =
            new Patience(Duration.ofSeconds(1), Duration.ofMinutes(10));

    @Test
    void it_doubles_up_to_a_limit() {
        assertThat(PATIENCE.after(1, 0.5)).isEqualTo(Duration.ofSeconds(1));
        assertThat(PATIENCE.after(4, 0.5)).isEqualTo(Duration.ofSeconds(8));
        assertThat(PATIENCE.after(1000, 0.5)).isEqualTo(Duration.ofMinutes(10));
    }

    @Test
    void those_who_fail_together_do_not_come_back_together() {
        assertThat(PATIENCE.after(1, 0)).isEqualTo(Duration.ofMillis(500));
        assertThat(PATIENCE.after(1, 1)).isEqualTo(Duration.ofMillis(1500));
    }
}
