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

    /// From now on no ring is missed, until the place is closed.
    Place enter(AgentId agent) {
        Place place = new Place(agent);
        waiting.compute(
                agent,
                (_, places) -> {
                    List<Place> all = places == null ? new CopyOnWriteArrayList<>() : places;
                    all.add(place);
                    return all;
                });
        return place;
    }

    /// Something has come; to be called after the commit.
    void ring(AgentId agent) {
        List<Place> places = waiting.get(agent);
        if (places != null) {
            places.forEach(Place::ring);
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
            waiting.computeIfPresent(
                    agent,
                    (_, places) -> {
                        places.remove(this);
                        return places.isEmpty() ? null : places;
                    });
        }
    }
}
