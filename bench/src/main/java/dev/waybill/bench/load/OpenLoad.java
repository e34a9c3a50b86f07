package dev.waybill.bench.load;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// Messages at a fixed rate, whether or not they come to their end in time. What is late is late from when it was to be
/// sent, also where the sending itself had to wait.
public final class OpenLoad implements Load {
    private static final Duration LONGEST_DRAIN = Duration.ofSeconds(60);

    private final Shape shape;
    private final int perSecond;
    private final InFlight inFlight;
    private @Nullable Scene scene;
    private @Nullable Thread clock;
    private long count;

    public OpenLoad(Shape shape, int perSecond) {
        this(shape, perSecond, shape.deliveriesEach());
    }

    /// One whose messages are done when fewer recipients than those of the shape have them.
    private OpenLoad(Shape shape, int perSecond, int deliveriesEach) {
        this.shape = shape;
        this.perSecond = perSecond;
        this.inFlight = new InFlight(shape.slots(), deliveriesEach, _ -> {});
    }

    /// Messages that nobody listens for are done when they are confirmed.
    public static OpenLoad unheard(Shape shape, int perSecond) {
        return new OpenLoad(shape, perSecond, 0);
    }

    @Override
    public InFlight inFlight() {
        return inFlight;
    }

    @Override
    public void into(Scene where) {
        scene = where;
    }

    @Override
    public void resume() {
        clock = Thread.ofPlatform().name("clock").start(this::run);
    }

    @Override
    public void pause() throws InterruptedException {
        Thread running = Objects.requireNonNull(clock);
        running.interrupt();
        running.join();
        inFlight.drain(LONGEST_DRAIN, Objects.requireNonNull(scene)::flush);
    }

    private void run() {
        long due = System.nanoTime();
        while (!Thread.currentThread().isInterrupted()) {
            due += 1_000_000_000 / perSecond;
            int sender = (int) (count % shape.senders());
            int slot = sender * shape.window() + (int) (count / shape.senders() % shape.window());
            if (!await(due) || !awaitFree(slot)) {
                return;
            }
            long number = inFlight.begin(slot, due);
            Objects.requireNonNull(scene).send(sender, (int) (count % shape.recipients()), number);
            count++;
        }
    }

    /// False when it is to end.
    private static boolean await(long due) {
        for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
            LockSupport.parkNanos(left);
            if (Thread.currentThread().isInterrupted()) {
                return false;
            }
        }
        return true;
    }

    private boolean awaitFree(int slot) {
        while (!inFlight.isFree(slot)) {
            LockSupport.parkNanos(100_000);
            if (Thread.currentThread().isInterrupted()) {
                return false;
            }
        }
        return true;
    }
}
