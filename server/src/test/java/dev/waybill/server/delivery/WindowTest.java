package dev.waybill.server.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class WindowTest {
    private static final long SOON = Duration.ofMillis(20).toNanos();
    private static final long LATE = Duration.ofSeconds(2).toNanos();

    private final Window window = new Window(2);
    private long now = Long.MAX_VALUE - SOON;

    @Test
    void nothing_more_goes_when_it_is_full() {
        assertThat(window.isFull(1, now)).isFalse();
        assertThat(window.isFull(2, now)).isTrue();
        assertThat(window.isFull(2, now + LATE)).isTrue();
    }

    @Test
    void one_who_makes_room_at_once_gets_more_up_to_four_times_as_many() {
        assertThat(roomAfter(SOON)).isEqualTo(4);
        assertThat(roomAfter(SOON)).isEqualTo(8);
        assertThat(roomAfter(SOON)).isEqualTo(8);
        assertThat(window.largest()).isEqualTo(8);
    }

    @Test
    void one_who_takes_its_time_is_back_at_the_usual() {
        assertThat(roomAfter(SOON)).isEqualTo(4);
        assertThat(roomAfter(LATE)).isEqualTo(2);
        assertThat(roomAfter(LATE)).isEqualTo(2);
    }

    @Test
    void one_that_still_has_more_under_way_than_usual_gets_nothing_more() {
        roomAfter(SOON);
        window.isFull(4, now);
        now += LATE;

        assertThat(window.isFull(3, now)).isTrue();
        assertThat(window.isFull(1, now)).isFalse();
    }

    /// How many may be under way when it was full for so long, and has room again.
    private int roomAfter(long nanos) {
        fill();
        now += nanos;
        return fill();
    }

    private int fill() {
        int underWay = 0;
        while (!window.isFull(underWay, now)) {
            underWay++;
        }
        return underWay;
    }
}
