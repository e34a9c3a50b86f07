package dev.waybill.protocol.id;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SnowflakesTest {
    private static final Instant NOW = Instant.parse("2026-11-15T09:30:00.123Z");

    @Test
    void a_number_tells_when_it_was_made() {
        long id = new Snowflakes(InstantSource.fixed(NOW), 5).next();

        assertThat(Snowflakes.instantOf(id)).isEqualTo(NOW);
    }

    @Test
    void todays_numbers_have_eighteen_digits() {
        long id = new Snowflakes(InstantSource.fixed(NOW), 1023).next();

        assertThat(Long.toString(id)).hasSize(18);
    }

    @Test
    void numbers_grow_even_when_the_clock_stands_still() {
        Snowflakes ids = new Snowflakes(InstantSource.fixed(NOW), 0);

        List<Long> made = IntStream.range(0, 10_000).mapToObj(_ -> ids.next()).toList();

        assertThat(made).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void numbers_grow_when_the_clock_steps_back() {
        List<Instant> times = new ArrayList<>(List.of(NOW, NOW.minusSeconds(60)));
        Snowflakes ids = new Snowflakes(times::removeFirst, 0);

        assertThat(ids.next()).isLessThan(ids.next());
    }

    @Test
    void numbers_of_many_threads_are_distinct() throws InterruptedException {
        Snowflakes ids = new Snowflakes(InstantSource.system(), 0);
        ConcurrentSkipListSet<Long> made = new ConcurrentSkipListSet<>();

        List<Thread> threads =
                IntStream.range(0, 8)
                        .mapToObj(
                                _ ->
                                        Thread.ofVirtual()
                                                .start(
                                                        () ->
                                                                IntStream.range(0, 5_000)
                                                                        .forEach(
                                                                                _ ->
                                                                                        made.add(
                                                                                                ids
                                                                                                        .next()))))
                        .toList();
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(made).hasSize(40_000);
    }

    @Test
    void workers_never_make_the_same_number() {
        long one = new Snowflakes(InstantSource.fixed(NOW), 1).next();
        long two = new Snowflakes(InstantSource.fixed(NOW), 2).next();

        assertThat(one).isNotEqualTo(two);
    }

    @Test
    void a_later_run_with_an_earlier_clock_continues_after_the_last_number() {
        long last = new Snowflakes(InstantSource.fixed(NOW), 0).next();
        Snowflakes later = new Snowflakes(InstantSource.fixed(NOW.minusSeconds(3600)), 0);

        later.startAfter(last);

        assertThat(later.next()).isGreaterThan(last);
    }

    @Test
    void a_worker_out_of_range_is_refused() {
        assertThatThrownBy(() -> new Snowflakes(InstantSource.system(), 1024))
                .hasMessageContaining("1024");
    }

    @Test
    void an_id_is_read_only_from_its_canonical_form() {
        assertThat(AgentId.parse("222333")).isEqualTo(new AgentId(222333));
        for (String wrong :
                List.of("", "0", "007", "-1", "+1", "1e3", "٣", "99999999999999999999", "1 ")) {
            assertThatThrownBy(() -> AgentId.parse(wrong))
                    .as(wrong)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("agent id");
        }
    }
}
