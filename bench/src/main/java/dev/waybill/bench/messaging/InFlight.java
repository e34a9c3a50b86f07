package dev.waybill.bench.messaging;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntConsumer;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/// The messages under way, each in a slot that is free again when the message is confirmed and all its recipients have
/// acknowledged it: so a rate is one that lasts, not that of a growing backlog.
///
/// Changed by the loop's thread alone; the counts may be read by others.
final class InFlight {
    private final int deliveriesEach;
    private final IntConsumer freed;
    private final int[] missing;
    private final long[] numbers;
    private final long[] begun;
    private final AtomicLong completed = new AtomicLong();
    private final AtomicLong delivered = new AtomicLong();
    private final AtomicLong faults = new AtomicLong();
    private final Recorder toAgent = new Recorder(3);
    private final Recorder toLast = new Recorder(3);

    /// `freed` is told of every slot that has become free.
    InFlight(int slots, int deliveriesEach, IntConsumer freed) {
        this.deliveriesEach = deliveriesEach;
        this.freed = freed;
        this.missing = new int[slots];
        this.numbers = new long[slots];
        this.begun = new long[slots];
        Arrays.setAll(numbers, slot -> slot);
    }

    int slots() {
        return numbers.length;
    }

    boolean isFree(int slot) {
        return missing[slot] == 0;
    }

    /// Takes a free slot; the answer is the number of the message, which no other message has.
    long begin(int slot, long nanos) {
        if (!isFree(slot)) {
            throw new IllegalStateException("slot " + slot + " is taken");
        }
        missing[slot] = deliveriesEach + 1;
        numbers[slot] += numbers.length;
        begun[slot] = nanos;
        return numbers[slot];
    }

    void confirmed(long number) {
        int slot = slot(number);
        if (slot >= 0) {
            part(slot);
        }
    }

    void delivered(long number) {
        int slot = slot(number);
        if (slot >= 0) {
            delivered.incrementAndGet();
            toAgent.recordValue(microsSince(slot));
            part(slot);
        }
    }

    /// Something came back that should not have.
    void fault(Text what) {
        if (faults.getAndIncrement() == 0) {
            System.err.println("unexpected: " + what);
        }
    }

    long completed() {
        return completed.get();
    }

    long delivered() {
        return delivered.get();
    }

    long faults() {
        return faults.get();
    }

    /// How long messages took to reach an agent, in microseconds, since this was last asked.
    Histogram toAgent() {
        return toAgent.getIntervalHistogram();
    }

    /// How long they took until they were confirmed and with all their recipients.
    Histogram toLast() {
        return toLast.getIntervalHistogram();
    }

    private int slot(long number) {
        int slot = (int) (number % numbers.length);
        if (numbers[slot] != number || missing[slot] == 0) {
            faults.incrementAndGet();
            return -1;
        }
        return slot;
    }

    private void part(int slot) {
        if (--missing[slot] == 0) {
            completed.incrementAndGet();
            toLast.recordValue(microsSince(slot));
            freed.accept(slot);
        }
    }

    private long microsSince(int slot) {
        return Math.max(0, System.nanoTime() - begun[slot]) / 1000;
    }
}
