package dev.waybill.cli.bench;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import org.jspecify.annotations.Nullable;

/// The messages under way: each until it is confirmed and with the agent that it is for.
final class Flight {
    private static final int PARTS = 2;

    private final Map<Long, Under> under = new ConcurrentHashMap<>();
    private final AtomicLong numbers = new AtomicLong();
    private final AtomicLong confirmed = new AtomicLong();
    private final AtomicLong delivered = new AtomicLong();
    private final AtomicLong faults = new AtomicLong();
    private final AtomicReference<@Nullable String> firstFault = new AtomicReference<>();
    private final Recorder toConfirm = new Recorder(3);
    private final Recorder toAgent = new Recorder(3);

    /// One message: since when, and whom to tell that the next may follow.
    private record Under(long since, AtomicLong missing, @Nullable Semaphore window) {}

    /// Begins a message, which counts from that moment; gives its number.
    long begin(long nanos, @Nullable Semaphore window) {
        long number = numbers.incrementAndGet();
        under.put(number, new Under(nanos, new AtomicLong(PARTS), window));
        return number;
    }

    void confirmed(long number) {
        Under message = under.get(number);
        if (message != null) {
            confirmed.incrementAndGet();
            toConfirm.recordValue(micros(message));
            part(number, message);
        }
    }

    /// What comes to an agent; only messages of this run count.
    void delivered(String text) {
        long number = BenchText.number(text);
        Under message = under.get(number);
        if (message != null) {
            delivered.incrementAndGet();
            toAgent.recordValue(micros(message));
            part(number, message);
        }
    }

    void fault(String what) {
        faults.incrementAndGet();
        firstFault.compareAndSet(null, what);
    }

    /// How many there were.
    long begun() {
        return numbers.get();
    }

    long confirmed() {
        return confirmed.get();
    }

    long delivered() {
        return delivered.get();
    }

    long faults() {
        return faults.get();
    }

    @Nullable String firstFault() {
        return firstFault.get();
    }

    /// From the sending to the confirmation, in microseconds, since it was last asked.
    Histogram toConfirm() {
        return toConfirm.getIntervalHistogram();
    }

    /// From the sending to the agent, in microseconds, since it was last asked.
    Histogram toAgent() {
        return toAgent.getIntervalHistogram();
    }

    /// Waits until everything has come to its end; false when it does not.
    boolean drain(int seconds) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (!under.isEmpty() && System.nanoTime() < end) {
            Thread.sleep(5);
        }
        boolean all = under.isEmpty();
        under.clear();
        return all;
    }

    private void part(long number, Under message) {
        if (message.missing().decrementAndGet() == 0) {
            under.remove(number);
            if (message.window() != null) {
                message.window().release();
            }
        }
    }

    private static long micros(Under message) {
        return Math.max(0, System.nanoTime() - message.since()) / 1000;
    }
}
