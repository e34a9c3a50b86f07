package dev.waybill.bench.load;

import java.time.Duration;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// Keeps a number of messages under way: when one has come to its end, the next is sent in its place.
public final class ClosedLoad implements Load {
    private static final Duration LONGEST_DRAIN = Duration.ofSeconds(60);

    private final Shape shape;
    private final InFlight inFlight;
    private final Queue<Integer> resting = new ConcurrentLinkedQueue<>();
    private final AtomicLong turns = new AtomicLong();
    private volatile @Nullable Scene scene;
    private volatile boolean going;

    public ClosedLoad(Shape shape) {
        this(shape, shape.deliveriesEach());
    }

    /// One whose messages are done when fewer recipients than those of the shape have them.
    private ClosedLoad(Shape shape, int deliveriesEach) {
        this.shape = shape;
        this.inFlight = new InFlight(shape.slots(), deliveriesEach, this::next);
        for (int slot = 0; slot < shape.slots(); slot++) {
            resting.add(slot);
        }
    }

    /// Messages that nobody listens for are done when they are confirmed.
    public static ClosedLoad unheard(Shape shape) {
        return new ClosedLoad(shape, 0);
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
        going = true;
        for (Integer slot = resting.poll(); slot != null; slot = resting.poll()) {
            send(slot);
        }
    }

    /// Sends that many from where it paused, and returns when all have come to their end, or something went wrong.
    public void send(long count) throws InterruptedException {
        long end = inFlight.completed() + count - shape.slots();
        resume();
        while (inFlight.completed() < end && inFlight.faults() == 0) {
            Thread.sleep(1);
        }
        pause();
    }

    @Override
    public void pause() throws InterruptedException {
        going = false;
        inFlight.drain(LONGEST_DRAIN, Objects.requireNonNull(scene)::flush);
    }

    @Override
    public void close() {
        going = false;
    }

    private void next(int slot) {
        if (going) {
            send(slot);
        } else {
            resting.add(slot);
        }
    }

    private void send(int slot) {
        int recipient = (int) (turns.getAndIncrement() % shape.recipients());
        long number = inFlight.begin(slot, System.nanoTime());
        Objects.requireNonNull(scene).send(slot / shape.window(), recipient, number);
    }
}
