package dev.waybill.server.network.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SeldomTest {
    private final AtomicLong nanos = new AtomicLong();
    private final Seldom seldom = new Seldom(Duration.ofSeconds(1), nanos::get);

    @Test
    void a_subject_is_spoken_of_once_in_a_while() {
        assertThat(seldom.now("a")).isTrue();
        assertThat(seldom.now("a")).isFalse();
        assertThat(seldom.now("b")).isTrue();

        nanos.addAndGet(Duration.ofSeconds(1).toNanos());

        assertThat(seldom.now("a")).isTrue();
        assertThat(seldom.now("a")).isFalse();
    }
}
