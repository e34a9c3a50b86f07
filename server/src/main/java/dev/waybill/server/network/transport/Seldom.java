package dev.waybill.server.network.transport;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/// Says about each subject whether it is time to speak of it again.
final class Seldom {
    private final long pause;
    private final LongSupplier nanos;
    private final Map<String, Long> spoken = new HashMap<>();

    Seldom(Duration pause, LongSupplier nanos) {
        this.pause = pause.toNanos();
        this.nanos = nanos;
    }

    synchronized boolean now(String subject) {
        long now = nanos.getAsLong();
        Long last = spoken.get(subject);
        boolean time = last == null || now - last >= pause;
        if (time) {
            spoken.put(subject, now);
        }
        return time;
    }

    synchronized void forget(String subject) {
        spoken.remove(subject);
    }
}
