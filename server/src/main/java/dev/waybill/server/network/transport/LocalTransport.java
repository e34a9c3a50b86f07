package dev.waybill.server.network.transport;

import dev.waybill.server.network.transport.Link.State;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// Carries payloads within this process. It keeps none of them: whoever publishes waits until all receivers have taken them.
public final class LocalTransport implements Transport {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final int maxPayload;
    private final Traffic traffic;
    private final InstantSource clock;
    private final Map<String, List<LocalEar>> ears = new ConcurrentHashMap<>();
    private final AtomicInteger turn = new AtomicInteger();
    private volatile @Nullable Instant since;
    private volatile boolean closed;

    public LocalTransport(int maxPayload, MeterRegistry metrics, InstantSource clock) {
        this.maxPayload = maxPayload;
        this.traffic = new Traffic(metrics);
        this.clock = clock;
    }

    @Override
    public void start(Listener listener) {
        since = clock.instant();
        Thread.ofVirtual().name("network-start").start(listener::connected);
    }

    @Override
    public Subscription subscribe(String subject, @Nullable String group, Receiver receiver) {
        Subjects.require(subject);
        if (closed) {
            throw new IllegalStateException("the transport is closed");
        }
        LocalEar ear = new LocalEar(subject, group, receiver, traffic);
        ears.compute(
                subject,
                (_, all) -> {
                    List<LocalEar> there = all == null ? new CopyOnWriteArrayList<>() : all;
                    there.add(ear);
                    return there;
                });
        return () -> forget(ear);
    }

    @Override
    public void publish(List<Parcel> parcels) throws CarrierException, InterruptedException {
        for (Parcel parcel : parcels) {
            if (parcel.payload().length > maxPayload) {
                throw CarrierException.tooLarge(parcel.payload().length, maxPayload);
            }
        }
        requireOpen();
        List<CountDownLatch> given = new ArrayList<>();
        for (Parcel parcel : parcels) {
            for (LocalEar ear : audience(parcel.subject())) {
                given.add(ear.give(parcel.payload(), PATIENCE));
            }
        }
        awaitTaken(given);
        // What is closed lets go of everything, also of what nobody has taken.
        requireOpen();
        traffic.published(parcels.size());
    }

    @Override
    public Link link() {
        Instant started = since;
        return closed || started == null
                ? new Link(State.DISCONNECTED, "local", null, null, null, null)
                : new Link(State.CONNECTED, "local", null, null, null, started);
    }

    @Override
    public int maxPayload() {
        return maxPayload;
    }

    /// It keeps nothing that could be given back.
    @Override
    public void hush() {
        close();
    }

    @Override
    public void close() {
        closed = true;
        ears.values().forEach(all -> all.forEach(LocalEar::close));
        ears.clear();
    }

    private void requireOpen() throws CarrierException {
        if (closed || since == null) {
            throw new CarrierException("the transport is " + (closed ? "closed" : "not started"));
        }
    }

    private static void awaitTaken(List<CountDownLatch> given)
            throws CarrierException, InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        for (CountDownLatch taken : given) {
            if (!taken.await(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                throw new CarrierException("a receiver has not taken it for " + PATIENCE);
            }
        }
    }

    /// All that hear the subject, and of each group one.
    private List<LocalEar> audience(String subject) {
        List<LocalEar> all = new ArrayList<>();
        Map<String, List<LocalEar>> groups = new LinkedHashMap<>();
        for (LocalEar ear : ears.getOrDefault(subject, List.of())) {
            String group = ear.group();
            if (group == null) {
                all.add(ear);
            } else {
                groups.computeIfAbsent(group, _ -> new ArrayList<>()).add(ear);
            }
        }
        for (List<LocalEar> members : groups.values()) {
            all.add(members.get(Math.floorMod(turn.getAndIncrement(), members.size())));
        }
        return all;
    }

    private void forget(LocalEar ear) {
        ears.computeIfPresent(
                ear.subject(),
                (_, all) -> {
                    all.remove(ear);
                    return all.isEmpty() ? null : all;
                });
        ear.close();
    }
}
