package dev.waybill.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class InFlightTest {
    private final List<Integer> freed = new ArrayList<>();
    private final InFlight inFlight = new InFlight(2, 2, freed::add);

    @Test
    void a_slot_is_free_again_when_the_message_is_confirmed_and_with_everybody() {
        long number = inFlight.begin(1, System.nanoTime());

        inFlight.delivered(number);
        inFlight.confirmed(number);
        assertThat(freed).isEmpty();
        inFlight.delivered(number);

        assertThat(freed).containsExactly(1);
        assertThat(inFlight.completed()).isOne();
        assertThat(inFlight.delivered()).isEqualTo(2);
        assertThat(inFlight.faults()).isZero();
    }

    @Test
    void what_comes_once_too_often_is_a_fault() {
        long number = inFlight.begin(0, System.nanoTime());
        inFlight.confirmed(number);
        inFlight.delivered(number);
        inFlight.delivered(number);

        inFlight.delivered(number);

        assertThat(inFlight.faults()).isOne();
    }

    @Test
    void what_was_to_be_sent_while_it_is_watched_counts_also_when_it_comes_later() {
        long before = inFlight.begin(0, System.nanoTime());
        inFlight.watch();
        long number = inFlight.begin(1, System.nanoTime());
        inFlight.watchNoMore();

        inFlight.delivered(before);
        inFlight.delivered(number);

        assertThat(inFlight.toAgent().getTotalCount()).isOne();
    }

    @Test
    void ratios_are_taken_round_by_round() {
        Figure figure = new Figure(List.of(10.0, 40.0)).dividedBy(new Figure(List.of(5.0, 10.0)));

        assertThat(figure.rounds()).containsExactly(2.0, 4.0);
        assertThat(figure.least()).isEqualTo(2.0);
        assertThat(figure.median()).isEqualTo(3.0);
        assertThat(figure.most()).isEqualTo(4.0);
    }
}
