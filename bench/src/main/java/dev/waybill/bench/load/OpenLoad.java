package dev.waybill.bench.load;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// Messages at a fixed rate, whether or not they come to their end in time. What is late is late from when it was to be
/// sent, also where the sending itself had to wait; nothing that was due before a pause is left out.
public final class OpenLoad implements Load {
    private static final Duration LONGEST_DRAIN = Duration.ofSeconds(60);

    private final Shape shape;
    private final int perSecond;
    private final Duration patience;
    private final InFlight inFlight;
    private @Nullable Scene scene;
    private @Nullable Thread clock;
    private long begun;
    private long count;

    /// For how long after it began messages are due, in nanoseconds.
    private volatile long length;

    public OpenLoad(Shape shape, int perSecond) {
        this(shape, perSecond, shape.deliveriesEach(), LONGEST_DRAIN);
    }

    /// One whose messages are done when fewer recipients than those of the shape have them.
    OpenLoad(Shape shape, int perSecond, int deliveriesEach, Duration patience) {
        this.shape = shape;
        this.perSecond = perSecond;
        this.patience = patience;
        this.inFlight = new InFlight(shape.slots(), deliveriesEach, _ -> {});
    }

    /// Messages that nobody listens for are done when they are confirmed.
    public static OpenLoad unheard(Shape shape, int perSecond) {
        return new OpenLoad(shape, perSecond, 0, LONGEST_DRAIN);
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
        begun = System.nanoTime();
        length = Long.MAX_VALUE;
        clock = Thread.ofPlatform().name("clock").start(this::run);
    }

    /// What was due is sent first, as soon as there is room for it.
    @Override
    public void pause() throws InterruptedException {
        Thread running = Objects.requireNonNull(clock);
        Scene where = Objects.requireNonNull(scene);
        long now = System.nanoTime();
        length = now - begun;
        LockSupport.unpark(running);
        while (!running.join(Duration.ofMillis(2))) {
            where.flush();
            if (System.nanoTime() - now > patience.toNanos()) {
                running.interrupt();
            }
        }
        inFlight.drain(patience, where::flush);
    }

    @Override
    public void close() {
        length = 0;
        if (clock != null) {
            clock.interrupt();
        }
    }

    private void run() {
        long interval = 1_000_000_000 / perSecond;
        for (long at = interval; await(at); at += interval) {
            send(at);
        }
    }

    /// False when nothing is due any more at that moment.
    private boolean await(long at) {
        for (long left = left(at); left > 0 && at < length; left = left(at)) {
            LockSupport.parkNanos(left);
        }
        return at < length;
    }

    private long left(long at) {
        return begun + at - System.nanoTime();
    }

    private void send(long at) {
        int sender = (int) (count % shape.senders());
        int slot = sender * shape.window() + (int) (count / shape.senders() % shape.window());
        if (awaitFree(slot)) {
            long number = inFlight.begin(slot, begun + at);
            Objects.requireNonNull(scene).send(sender, (int) (count % shape.recipients()), number);
            count++;
        } else if (at < length) {
            inFlight.unsent(begun + at);
        }
    }

    /// False when it has taken too long, for this message and all after it.
    private boolean awaitFree(int slot) {
        while (!Thread.currentThread().isInterrupted()) {
            if (inFlight.isFree(slot)) {
                return true;
            }
            LockSupport.parkNanos(100_000);
        }
        return false;
    }
}
