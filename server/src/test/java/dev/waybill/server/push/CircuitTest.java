package dev.waybill.server.push;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.outbound.Patience;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class CircuitTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final double MIDDLE = 0.5;

    private final Circuit circuit =
            new Circuit(3, new Patience(Duration.ofSeconds(1), Duration.ofSeconds(60)));

    @Test
    void a_few_failures_do_not_open_it() {
        fail(2);

        assertThat(circuit.probing()).isFalse();
        assertThat(circuit.restUntil(NOW)).isBefore(NOW);
    }

    @Test
    void failures_in_a_row_open_it_for_longer_and_longer() {
        fail(3);
        assertThat(circuit.restUntil(NOW)).isEqualTo(NOW.plusSeconds(4));

        fail(1);
        assertThat(circuit.probing()).isTrue();
        assertThat(circuit.restUntil(NOW)).isEqualTo(NOW.plusSeconds(8));

        fail(10);
        assertThat(circuit.restUntil(NOW)).isEqualTo(NOW.plusSeconds(60));
    }

    @Test
    void one_success_closes_it() {
        fail(5);

        circuit.succeeded();

        assertThat(circuit.probing()).isFalse();
        assertThat(circuit.restUntil(NOW)).isBefore(NOW);
    }

    @Test
    void what_the_address_asks_for_counts_if_it_is_longer() {
        circuit.rest(Duration.ofSeconds(30), NOW);
        fail(3);

        assertThat(circuit.restUntil(NOW)).isEqualTo(NOW.plusSeconds(30));
    }

    @Test
    void a_clock_that_is_set_back_makes_no_rest_longer() {
        circuit.rest(Duration.ofSeconds(30), NOW);
        Instant before = NOW.minusSeconds(3600);

        assertThat(circuit.restUntil(before)).isBefore(before);

        circuit.failed(before, MIDDLE);
        circuit.rest(Duration.ofSeconds(5), before);
        assertThat(circuit.restUntil(before)).isEqualTo(before.plusSeconds(5));
    }

    private void fail(int times) {
        for (int i = 0; i < times; i++) {
            circuit.failed(NOW, MIDDLE);
        }
    }
}
