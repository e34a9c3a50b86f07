package dev.waybill.server.delivery;

import dev.waybill.protocol.id.AgentId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// Where agents without a session wait for something to come. The ring carries no data: whoever hears it looks into the
/// store.
final class DeliveryWaits {
    private final Map<AgentId, List<Place>> waiting = new ConcurrentHashMap<>();
    private final Map<AgentId, List<Runnable>> listening = new ConcurrentHashMap<>();

    /// From now on no ring is missed, until the place is closed.
    Place enter(AgentId agent) {
        Place place = new Place(agent);
        add(waiting, agent, place);
        return place;
    }

    /// Has somebody told each time, until it is closed. Whoever listens must be quick.
    AutoCloseable listen(AgentId agent, Runnable bell) {
        add(listening, agent, bell);
        return () -> remove(listening, agent, bell);
    }

    /// Something has come; to be called after the commit.
    void ring(AgentId agent) {
        List<Place> places = waiting.get(agent);
        if (places != null) {
            places.forEach(Place::ring);
        }
        List<Runnable> bells = listening.get(agent);
        if (bells != null) {
            bells.forEach(Runnable::run);
        }
    }

    int count() {
        return waiting.values().stream().mapToInt(List::size).sum();
    }

    /// The place of one who waits.
    final class Place implements AutoCloseable {
        private final AgentId agent;
        private final Semaphore rings = new Semaphore(0);

        private Place(AgentId agent) {
            this.agent = agent;
        }

        /// False if nothing has come within the time.
        boolean await(Duration atMost) throws InterruptedException {
            boolean rung = rings.tryAcquire(atMost.toNanos(), TimeUnit.NANOSECONDS);
            rings.drainPermits();
            return rung;
        }

        private void ring() {
            rings.release();
        }

        @Override
        public void close() {
            remove(waiting, agent, this);
        }
    }

    private static <T> void add(Map<AgentId, List<T>> all, AgentId agent, T one) {
        all.compute(
                agent,
                (_, known) -> {
                    List<T> some = known == null ? new CopyOnWriteArrayList<>() : known;
                    some.add(one);
                    return some;
                });
    }

    private static <T> void remove(Map<AgentId, List<T>> all, AgentId agent, T one) {
        all.computeIfPresent(
                agent,
                (_, known) -> {
                    known.remove(one);
                    return known.isEmpty() ? null : known;
                });
    }
}
