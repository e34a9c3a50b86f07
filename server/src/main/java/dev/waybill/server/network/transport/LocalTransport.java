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
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// Carries payloads within this process. Whoever publishes waits while a receiver has no room.
public final class LocalTransport implements Transport {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final int maxPayload;
    private final Traffic traffic;
    private final InstantSource clock;
    private final Map<String, List<Hearing>> hearings = new ConcurrentHashMap<>();
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
        Hearing hearing = new Hearing(subject, group, new Lane(subject, receiver, traffic));
        hearings.compute(
                subject,
                (_, all) -> {
                    List<Hearing> there = all == null ? new CopyOnWriteArrayList<>() : all;
                    there.add(hearing);
                    return there;
                });
        return () -> forget(hearing);
    }

    @Override
    public void publish(List<Parcel> parcels) throws CarrierException, InterruptedException {
        for (Parcel parcel : parcels) {
            if (parcel.payload().length > maxPayload) {
                throw CarrierException.tooLarge(parcel.payload().length, maxPayload);
            }
        }
        for (Parcel parcel : parcels) {
            publish(parcel);
            traffic.published(1);
        }
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

    @Override
    public void close() {
        closed = true;
        hearings.values().forEach(all -> all.forEach(one -> one.lane().close()));
        hearings.clear();
    }

    private void publish(Parcel parcel) throws CarrierException, InterruptedException {
        if (closed) {
            throw new CarrierException("the transport is closed");
        }
        for (Lane lane : audience(parcel.subject())) {
            Arrival arrival = new Arrival(parcel.subject(), parcel.payload().clone(), () -> {});
            if (!lane.offer(arrival, PATIENCE)) {
                throw new CarrierException("a receiver has had no room for " + PATIENCE);
            }
        }
    }

    /// All that hear the subject, and of each group one.
    private List<Lane> audience(String subject) {
        List<Lane> all = new ArrayList<>();
        Map<String, List<Lane>> groups = new LinkedHashMap<>();
        for (Hearing hearing : hearings.getOrDefault(subject, List.of())) {
            String group = hearing.group();
            if (group == null) {
                all.add(hearing.lane());
            } else {
                groups.computeIfAbsent(group, _ -> new ArrayList<>()).add(hearing.lane());
            }
        }
        for (List<Lane> members : groups.values()) {
            all.add(members.get(Math.floorMod(turn.getAndIncrement(), members.size())));
        }
        return all;
    }

    private void forget(Hearing hearing) {
        hearings.computeIfPresent(
                hearing.subject(),
                (_, all) -> {
                    all.remove(hearing);
                    return all.isEmpty() ? null : all;
                });
        hearing.lane().close();
    }
}
