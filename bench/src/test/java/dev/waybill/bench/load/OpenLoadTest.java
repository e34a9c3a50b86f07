package dev.waybill.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class OpenLoadTest {
    private static final int PER_SECOND = 1000;
    private static final Duration ROUND = Duration.ofMillis(500);
    private static final Shape SHAPE = Shape.toOne(2, 2, 1);
    private static final int QUICK = 200;

    private final Row row = new Row("stalling");

    @Test
    void a_stall_that_lasts_to_the_end_of_a_round_is_in_its_percentiles() throws Exception {
        try (OpenLoad load = new OpenLoad(SHAPE, PER_SECOND)) {
            Stalling scene = new Stalling(load.inFlight(), true);
            load.into(scene);

            double done = take(load);

            assertThat(done).isLessThanOrEqualTo(QUICK);
            assertThat(scene.sent).isGreaterThanOrEqualTo(ROUND.toMillis());
            assertThat(row.figure("to agent p50 ms").median()).isGreaterThan(50);
            assertThat(row.figure("to agent p99 ms").median()).isGreaterThan(200);
            assertThat(row.figure("to last p99 ms").median()).isGreaterThan(200);
            assertThat(load.inFlight().faults()).isZero();
        }
    }

    @Test
    void what_was_due_and_never_left_is_as_late_as_it_waited_and_a_fault() throws Exception {
        Duration patience = Duration.ofMillis(50);
        try (OpenLoad load = new OpenLoad(SHAPE, PER_SECOND, 1, patience)) {
            load.into(new Stalling(load.inFlight(), false));

            take(load);

            assertThat(row.figure("to agent p50 ms").median()).isGreaterThan(50);
            assertThat(load.inFlight().faults()).isGreaterThan(100);
        }
    }

    @Test
    void a_load_that_was_paused_goes_on_with_numbers_of_its_own() throws Exception {
        try (OpenLoad load = new OpenLoad(SHAPE, PER_SECOND)) {
            Stalling scene = new Stalling(load.inFlight(), true);
            load.into(scene);
            take(load);
            long before = load.inFlight().completed();

            take(load);

            assertThat(load.inFlight().completed()).isGreaterThan(before);
            assertThat(load.inFlight().completed()).isEqualTo(scene.sent);
            assertThat(load.inFlight().faults()).isZero();
        }
    }

    private double take(OpenLoad load) throws InterruptedException {
        Rounds rounds = new Rounds(Duration.ZERO, ROUND, 1);
        return rounds.take(
                row, Proc.self(), new Rounds.Counted("messages", load.inFlight()::completed), load);
    }

    /// Is quick for a while, and then answers nothing until somebody has it answer everything.
    private static final class Stalling implements Scene {
        private final Heard heard;
        private final boolean recovering;
        private final Queue<Long> held = new ArrayDeque<>();
        private long sent;
        private boolean recovered;

        Stalling(Heard heard, boolean recovering) {
            this.heard = heard;
            this.recovering = recovering;
        }

        @Override
        public synchronized void send(int sender, int recipient, long number) {
            sent++;
            if (sent <= QUICK || recovered) {
                answer(number);
            } else {
                held.add(number);
            }
        }

        @Override
        public synchronized void flush() {
            recovered = recovering;
            while (recovered && !held.isEmpty()) {
                answer(held.remove());
            }
        }

        private void answer(long number) {
            heard.delivered(number);
            heard.confirmed(number);
        }

        @Override
        public void listen() {}

        @Override
        public void hush() {}

        @Override
        public void close() {}
    }
}
