package dev.waybill.server;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Does what has to be done now and then, on one thread. A chore that fails is tried again the next time.
final class Chores implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Chores.class);

    private final Duration pause;
    private final List<Chore> chores;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread;

    /// Something to be done now and then.
    record Chore(String name, Runnable work) {}

    private Chores(Duration pause, List<Chore> chores) {
        this.pause = pause;
        this.chores = chores;
        this.thread = Thread.ofVirtual().name("chores").unstarted(this::run);
    }

    static Chores start(Duration pause, Chore... chores) {
        Chores started = new Chores(pause, List.of(chores));
        started.thread.start();
        return started;
    }

    private void run() {
        try {
            do {
                chores.forEach(Chores::attempt);
            } while (!closed.await(pause.toNanos(), TimeUnit.NANOSECONDS));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static void attempt(Chore chore) {
        try {
            chore.work().run();
        } catch (RuntimeException e) {
            LOG.atWarn()
                    .addKeyValue("chore", chore.name())
                    .setCause(e)
                    .log("A chore failed and will be tried again");
        }
    }

    @Override
    public void close() {
        closed.countDown();
        try {
            thread.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
