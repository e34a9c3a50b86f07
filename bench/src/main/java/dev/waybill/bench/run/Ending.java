package dev.waybill.bench.run;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// The end of a run that was told to stop: servers end by themselves then, and whoever measures them has to notice before
/// what is left can be removed.
final class Ending {
    private static final Duration LONGEST = Duration.ofSeconds(60);

    private final Thread measuring;
    private final CountDownLatch done = new CountDownLatch(1);
    private volatile boolean begun;

    Ending(Thread measuring) {
        this.measuring = measuring;
    }

    /// Stops the measuring, and waits until all is removed.
    void begin() {
        begun = true;
        if (done.getCount() > 0) {
            measuring.interrupt();
        }
        try {
            boolean _ = done.await(LONGEST.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// Nothing new is begun then.
    void check() throws InterruptedException {
        if (begun) {
            throw new InterruptedException("the run was stopped");
        }
    }

    /// All is removed. The process ends as soon as that is known, so words about it come first.
    void done() {
        if (begun) {
            System.err.println("bench/run: stopped; no report is written");
        }
        done.countDown();
    }
}
