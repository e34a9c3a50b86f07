package dev.waybill.faults;

import dev.waybill.faults.World.Person;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntSupplier;

/// Many sessions with nothing to do that come back when they are cut off, after a pause that chance decides and that grows,
/// as clients do it.
final class Crowd implements AutoCloseable {
    private static final int FIRST_PAUSE_MILLIS = 250;
    private static final int LONGEST_PAUSE_MILLIS = 4000;

    private final IntSupplier port;
    private final int size;
    private final Attempts attempts;
    private final AtomicInteger registered = new AtomicInteger();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private volatile boolean closed;

    /// Numbered from 0.
    Crowd(IntSupplier port, List<Person> people, int size, Random random, Attempts attempts) {
        this.port = port;
        this.size = size;
        this.attempts = attempts;
        for (int i = 0; i < size; i++) {
            Person person = people.get(i % people.size());
            Random own = new Random(random.nextLong());
            int number = i;
            threads.execute(() -> stay(number, person, own));
        }
    }

    boolean complete() {
        return registered.get() == size;
    }

    boolean empty() {
        return registered.get() == 0;
    }

    private void stay(int number, Person person, Random random) {
        int pause = FIRST_PAUSE_MILLIS;
        while (!closed) {
            boolean[] in = {false};
            attempts.note(number);
            try (FrameSocket socket = FrameSocket.open(port.getAsInt(), person.nodeToken())) {
                socket.send(Sender.REGISTER);
                socket.read(
                        frame -> {
                            if (!in[0] && frame.contains("\"reply\"")) {
                                in[0] = true;
                                registered.incrementAndGet();
                            } else if (!in[0] && frame.contains("\"error\"")) {
                                throw new UncheckedIOException(new IOException("not let in"));
                            }
                        });
            } catch (IOException | UncheckedIOException _) {
                // it comes back
            }
            if (in[0]) {
                registered.decrementAndGet();
                pause = FIRST_PAUSE_MILLIS;
            }
            LockSupport.parkNanos(random.nextInt(pause) * 1_000_000L);
            pause = Math.min(pause * 2, LONGEST_PAUSE_MILLIS);
        }
    }

    @Override
    public void close() {
        closed = true;
        threads.shutdownNow();
    }
}
