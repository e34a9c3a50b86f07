package dev.waybill.bench.load;

import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntConsumer;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/// The messages under way, each in a slot that is free again when the message is confirmed and all its recipients have
/// acknowledged it: so a rate is one that lasts, not that of a growing backlog.
///
/// Any thread may tell it what was heard. What lies in the arrays of a slot is published by its count of missing parts.
public final class InFlight implements Heard {
    private final int deliveriesEach;
    private final IntConsumer freed;
    private final AtomicIntegerArray missing;
    private final long[] numbers;
    private final long[] begun;
    private final AtomicLong completed = new AtomicLong();
    private final LongAdder delivered = new LongAdder();
    private final AtomicLong faults = new AtomicLong();
    private final Recorder toAgent = new Recorder(3);
    private final Recorder toLast = new Recorder(3);
    private volatile Span watched = Span.NEVER;

    /// From when to when messages were to be sent whose latencies count.
    private record Span(long from, long length) {
        static final Span NEVER = new Span(0, 0);

        boolean holds(long nanos) {
            return nanos - from >= 0 && nanos - from < length;
        }
    }

    /// `freed` is told of every slot that has become free.
    public InFlight(int slots, int deliveriesEach, IntConsumer freed) {
        this.deliveriesEach = deliveriesEach;
        this.freed = freed;
        this.missing = new AtomicIntegerArray(slots);
        this.numbers = new long[slots];
        this.begun = new long[slots];
        Arrays.setAll(numbers, slot -> slot);
    }

    public int slots() {
        return numbers.length;
    }

    public boolean isFree(int slot) {
        return missing.get(slot) == 0;
    }

    /// Takes a free slot; the answer is the number of the message, which no other message has.
    public long begin(int slot, long nanos) {
        if (!isFree(slot)) {
            throw new IllegalStateException("slot " + slot + " is taken");
        }
        long number = numbers[slot] + numbers.length;
        numbers[slot] = number;
        begun[slot] = nanos;
        missing.set(slot, deliveriesEach + 1);
        return number;
    }

    @Override
    public void confirmed(long number) {
        int slot = slot(number);
        if (slot >= 0) {
            part(slot);
        }
    }

    @Override
    public void delivered(long number) {
        int slot = slot(number);
        if (slot >= 0) {
            delivered.increment();
            if (watched.holds(begun[slot])) {
                toAgent.recordValue(microsSince(begun[slot]));
            }
            part(slot);
        }
    }

    @Override
    public void fault(String what) {
        if (faults.getAndIncrement() == 0) {
            System.err.println("unexpected: " + what);
        }
    }

    /// A message that was due then never left: no latency was longer than its wait.
    void unsent(long due) {
        if (watched.holds(due)) {
            toAgent.recordValue(microsSince(due));
            toLast.recordValue(microsSince(due));
        }
        fault("a message that was due could not be sent");
    }

    public long completed() {
        return completed.get();
    }

    public long delivered() {
        return delivered.sum();
    }

    public long faults() {
        return faults.get();
    }

    /// From now on latencies count, of messages that are to be sent from now on.
    void watch() {
        toAgent.reset();
        toLast.reset();
        watched = new Span(System.nanoTime(), Long.MAX_VALUE);
    }

    /// Those of messages that are to be sent later do not; what is under way still does when it comes.
    void watchNoMore() {
        Span until = watched;
        watched = new Span(until.from(), System.nanoTime() - until.from());
    }

    /// How long watched messages took to reach an agent, in microseconds, since this was last asked.
    public Histogram toAgent() {
        return toAgent.getIntervalHistogram();
    }

    /// How long they took until they were confirmed and with all their recipients.
    public Histogram toLast() {
        return toLast.getIntervalHistogram();
    }

    /// Waits until nothing is under way; what has not come to its end by then is a fault.
    void drain(Duration longest, Runnable meanwhile) throws InterruptedException {
        long end = System.nanoTime() + longest.toNanos();
        int left = under();
        while (left > 0 && System.nanoTime() < end) {
            meanwhile.run();
            Thread.sleep(2);
            left = under();
        }
        if (left > 0) {
            fault(left + " messages have not come to their end after " + longest);
        }
    }

    private int under() {
        int count = 0;
        for (int slot = 0; slot < numbers.length; slot++) {
            count += isFree(slot) ? 0 : 1;
        }
        return count;
    }

    private int slot(long number) {
        int slot = (int) (number % numbers.length);
        if (missing.get(slot) == 0 || numbers[slot] != number) {
            fault("message " + number + " came once more");
            return -1;
        }
        return slot;
    }

    private void part(int slot) {
        long since = microsSince(begun[slot]);
        boolean counts = watched.holds(begun[slot]);
        if (missing.decrementAndGet(slot) == 0) {
            completed.incrementAndGet();
            if (counts) {
                toLast.recordValue(since);
            }
            freed.accept(slot);
        }
    }

    private static long microsSince(long nanos) {
        return Math.max(0, System.nanoTime() - nanos) / 1000;
    }
}
