package dev.waybill.server.network.transport;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// A receiver that takes everything and remembers it as text.
final class Ear implements Transport.Receiver {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();

    @Override
    public void receive(Arrival arrival) {
        heard.add(new String(arrival.payload(), UTF_8));
        arrival.answer().taken();
    }

    String next() throws InterruptedException {
        String next = heard.poll(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        if (next == null) {
            throw new AssertionError("nothing was heard within " + PATIENCE);
        }
        return next;
    }

    List<String> next(int count) throws InterruptedException {
        List<String> all = new ArrayList<>();
        while (all.size() < count) {
            all.add(next());
        }
        return all;
    }

    /// Everything heard so far and not yet asked for.
    List<String> rest() {
        List<String> all = new ArrayList<>();
        heard.drainTo(all);
        return all;
    }
}
