package dev.waybill.server.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class SweepsTest {
    private static final Duration SOON = Duration.ofMillis(1);

    @Test
    void a_task_that_fails_runs_again_and_disturbs_no_other() throws Exception {
        CountDownLatch failures = new CountDownLatch(3);
        CountDownLatch others = new CountDownLatch(3);
        try (Sweeps sweeps = new Sweeps()) {
            sweeps.every(
                    SOON,
                    "broken",
                    () -> {
                        failures.countDown();
                        throw new AssertionError("as intended");
                    });
            sweeps.every(SOON, "sound", others::countDown);

            assertThat(failures.await(20, TimeUnit.SECONDS)).isTrue();
            assertThat(others.await(20, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void closing_interrupts_the_task_and_waits_for_its_end() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        AtomicBoolean ended = new AtomicBoolean();
        AtomicReference<Thread> thread = new AtomicReference<>();
        Sweeps sweeps = new Sweeps();
        sweeps.every(
                SOON,
                "long",
                () -> {
                    thread.set(Thread.currentThread());
                    running.countDown();
                    try {
                        new CountDownLatch(1).await();
                    } catch (InterruptedException _) {
                        ended.set(true);
                    }
                });
        running.await();

        sweeps.close();

        assertThat(ended).isTrue();
        assertThat(thread.get().getName()).isEqualTo("sweeps");
    }
}
