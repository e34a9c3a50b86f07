package dev.waybill.faults;

import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;

/// When clients tried to connect, on one clock.
final class Attempts {
    private final Collection<Attempt> all = new ConcurrentLinkedQueue<>();

    private record Attempt(int client, long nanos) {}

    void note(int client) {
        all.add(new Attempt(client, System.nanoTime()));
    }

    /// Those of the one that has tried most often, from a moment on.
    long mostOfOne(long sinceNanos) {
        return all.stream()
                .filter(attempt -> attempt.nanos() - sinceNanos >= 0)
                .collect(Collectors.groupingBy(Attempt::client, Collectors.counting()))
                .values()
                .stream()
                .mapToLong(Long::longValue)
                .max()
                .orElse(0);
    }

    /// How many there were from a moment on where they were densest.
    int peak(Duration window, long sinceNanos) {
        long[] times =
                all.stream()
                        .mapToLong(attempt -> attempt.nanos() - sinceNanos)
                        .filter(time -> time >= 0)
                        .sorted()
                        .toArray();
        int peak = 0;
        int first = 0;
        for (int last = 0; last < times.length; last++) {
            while (times[last] - times[first] > window.toNanos()) {
                first++;
            }
            peak = Math.max(peak, last - first + 1);
        }
        return peak;
    }
}
