package dev.waybill.server.sweep;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Runs tasks at intervals, one after the other on one thread. A task that fails is logged and runs again when it is due.
public final class Sweeps implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Sweeps.class);
    private static final Duration LAST_WORDS = Duration.ofSeconds(10);

    private final ScheduledExecutorService thread =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().name("sweeps").daemon().factory());

    /// Runs the task after that time, and again whenever that time has passed since it ended. It must not take long.
    public void every(Duration pause, String name, Runnable task) {
        var _ =
                thread.scheduleWithFixedDelay(
                        () -> run(name, task),
                        pause.toNanos(),
                        pause.toNanos(),
                        TimeUnit.NANOSECONDS);
    }

    /// Starts nothing more, interrupts the task under way and waits for its end.
    @Override
    public void close() {
        thread.shutdownNow();
        try {
            if (!thread.awaitTermination(LAST_WORDS.toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.warn("A sweep did not end in time");
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void run(String name, Runnable task) {
        try {
            task.run();
        } catch (Throwable e) {
            if (!thread.isShutdown()) {
                LOG.atWarn().addKeyValue("sweep", name).setCause(e).log("A sweep failed");
            }
        }
    }
}
