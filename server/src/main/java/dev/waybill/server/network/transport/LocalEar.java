package dev.waybill.server.network.transport;

import dev.waybill.server.network.transport.Transport.Receiver;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/// One subscription within this process. It knows what it was given and has not taken yet.
final class LocalEar implements AutoCloseable {
    private final String subject;
    private final @Nullable String group;
    private final Lane lane;
    private final Set<CountDownLatch> untaken = ConcurrentHashMap.newKeySet();
    private volatile boolean gone;

    LocalEar(String subject, @Nullable String group, Receiver receiver, Traffic traffic) {
        this.subject = subject;
        this.group = group;
        this.lane = new Lane(subject, arrival -> receive(receiver, arrival), traffic);
    }

    String subject() {
        return subject;
    }

    @Nullable String group() {
        return group;
    }

    /// Opens once the payload was taken, or nobody is there any more who could.
    CountDownLatch give(byte[] payload, Duration patience)
            throws CarrierException, InterruptedException {
        CountDownLatch settled = new CountDownLatch(1);
        untaken.add(settled);
        Arrival arrival = new Arrival(subject, payload.clone(), new Given(settled));
        boolean given = lane.offer(arrival, patience);
        if (!given || gone) {
            settle(settled);
        }
        if (!given && !gone) {
            throw new CarrierException("a receiver has had no room for " + patience);
        }
        return settled;
    }

    @Override
    public void close() {
        gone = true;
        untaken.forEach(this::settle);
        lane.close();
    }

    /// What a receiver fails at it would fail at again: it counts as taken.
    private static void receive(Receiver receiver, Arrival arrival) {
        try {
            receiver.receive(arrival);
        } catch (RuntimeException e) {
            arrival.answer().taken();
            throw e;
        }
    }

    /// What somebody waits for who published it.
    private final class Given implements Arrival.Answer {
        private final CountDownLatch settled;

        private Given(CountDownLatch settled) {
            this.settled = settled;
        }

        @Override
        public void taken() {
            settle(settled);
        }

        @Override
        public void givenUp() {
            untaken.remove(settled);
        }
    }

    private void settle(CountDownLatch one) {
        untaken.remove(one);
        one.countDown();
    }
}
