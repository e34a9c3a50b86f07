package dev.waybill.server.network.transport;

import dev.waybill.server.network.transport.Link.State;
import io.nats.client.Connection;
import io.nats.client.JetStreamApiException;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Carries payloads over a NATS broker. Subscriptions outlive connections; what is published is confirmed by the broker or
/// fails.
public final class NatsTransport implements Transport {
    private static final Logger LOG = LoggerFactory.getLogger(NatsTransport.class);

    private static final Duration LOOK = Duration.ofSeconds(30);

    private final NatsSession.Opening opening;
    private final int maxPayload;
    private final Traffic traffic;
    private final NatsLink link;
    private final ReentrantLock binding = new ReentrantLock();
    private final ReentrantLock publishing = new ReentrantLock();
    private final Set<Hearing> hearings = new LinkedHashSet<>();
    private final Unheard unheard = new Unheard();
    private final Seldom looking;
    private volatile @Nullable NatsSession session;
    private volatile @Nullable Listener listener;
    private volatile boolean closed;

    NatsTransport(
            NatsBroker broker,
            NatsSession.Opening opening,
            int maxPayload,
            Traffic traffic,
            InstantSource clock) {
        this(broker, opening, maxPayload, traffic, clock, LOOK);
    }

    /// One that looks so often whether all is still heard.
    NatsTransport(
            NatsBroker broker,
            NatsSession.Opening opening,
            int maxPayload,
            Traffic traffic,
            InstantSource clock,
            Duration look) {
        this.opening = opening;
        this.maxPayload = maxPayload;
        this.traffic = traffic;
        this.looking = new Seldom(look, System::nanoTime);
        this.link = new NatsLink(broker, new Bound(), traffic, clock);
    }

    @Override
    public void start(Listener told) {
        listener = told;
        link.start();
    }

    @Override
    public Subscription subscribe(String subject, @Nullable String group, Receiver receiver) {
        Subjects.require(subject);
        binding.lock();
        try {
            if (closed) {
                throw new IllegalStateException("the transport is closed");
            }
            Hearing hearing = new Hearing(subject, group, new Lane(subject, receiver, traffic));
            hearings.add(hearing);
            bind(hearing);
            return () -> forget(hearing);
        } finally {
            binding.unlock();
        }
    }

    @Override
    public void publish(List<Parcel> parcels) throws CarrierException, InterruptedException {
        int most = maxPayload();
        for (Parcel parcel : parcels) {
            if (parcel.payload().length > most) {
                throw CarrierException.tooLarge(parcel.payload().length, most);
            }
        }
        publishing.lockInterruptibly();
        try {
            NatsSession current = session;
            if (current == null) {
                throw new CarrierException("there is no connection to the broker");
            }
            current.publish(parcels);
            traffic.published(parcels.size());
        } finally {
            publishing.unlock();
        }
    }

    @Override
    public Link link() {
        Link now = link.now();
        String trouble = unheard.trouble();
        return now.state() == State.CONNECTED && trouble != null ? now.troubled(trouble) : now;
    }

    @Override
    public int maxPayload() {
        NatsSession current = session;
        long room = current == null ? maxPayload : current.room();
        return room < 0 ? maxPayload : (int) Math.min(maxPayload, room);
    }

    @Override
    public void hush() {
        List<Hearing> last = endHearing();
        if (!last.isEmpty()) {
            leave(NatsSession::hush);
            last.forEach(hearing -> hearing.lane().close());
        }
    }

    @Override
    public void close() {
        hush();
        leave(NatsSession::giveBack);
        link.close();
        session = null;
    }

    /// From now on no connection is asked for any of it.
    private List<Hearing> endHearing() {
        binding.lock();
        try {
            closed = true;
            List<Hearing> last = List.copyOf(hearings);
            hearings.clear();
            return last;
        } finally {
            binding.unlock();
        }
    }

    /// A step of leaving.
    private interface Step {
        void on(NatsSession session) throws IOException, InterruptedException;
    }

    /// A connection that has just broken is left as it is.
    private void leave(Step step) {
        NatsSession current = session;
        if (current == null) {
            return;
        }
        try {
            step.on(current);
        } catch (IOException | IllegalStateException e) {
            LOG.debug("The broker is left without a word: {}", e.getMessage());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void bind(Hearing hearing) {
        NatsSession current = session;
        if (current == null) {
            return;
        }
        try {
            String why = current.hear(List.of(hearing)).get(hearing);
            if (why == null) {
                unheard.forget(hearing);
            } else {
                unheard.refused(hearing, why);
            }
        } catch (IOException | IllegalStateException e) {
            LOG.atWarn()
                    .addKeyValue("subject", hearing.subject())
                    .addKeyValue("reason", StreamPlan.words(e))
                    .log("A subject is not heard yet, the connection is made anew");
            link.renew();
        }
    }

    private List<Hearing> lost() {
        NatsSession current = session;
        try {
            return current == null ? List.of() : current.lost(hearings);
        } catch (IOException | IllegalStateException e) {
            LOG.debug("What is heard could not be looked through: {}", StreamPlan.words(e));
            return List.of();
        }
    }

    private void forget(Hearing hearing) {
        binding.lock();
        try {
            if (!hearings.remove(hearing)) {
                return;
            }
            unheard.forget(hearing);
            NatsSession current = session;
            if (current != null) {
                current.forget(hearing);
            }
        } catch (IllegalStateException _) {
            // The connection has just broken, and its subscriptions with it.
        } finally {
            binding.unlock();
        }
        hearing.lane().close();
    }

    /// Binds all subscriptions to each new connection.
    private final class Bound implements NatsLink.Life {
        @Override
        public void begin(Connection connection) throws IOException, JetStreamApiException {
            NatsSession fresh = opening.on(connection);
            binding.lock();
            try {
                if (closed) {
                    return;
                }
                unheard.clear();
                fresh.hear(hearings).forEach(unheard::refused);
                session = fresh;
            } finally {
                binding.unlock();
            }
        }

        @Override
        public void begun() {
            traffic.connected();
            tell(Listener::connected);
        }

        @Override
        public void tend() {
            binding.lock();
            try {
                if (closed) {
                    return;
                }
                unheard.due().forEach(NatsTransport.this::bind);
                if (looking.now("lost")) {
                    lost().forEach(NatsTransport.this::bind);
                }
            } catch (RuntimeException e) {
                LOG.error("What is not heard could not be tried again", e);
            } finally {
                binding.unlock();
            }
        }

        @Override
        public void end(String why) {
            session = null;
            tell(told -> told.disconnected(why));
        }

        private void tell(Consumer<Listener> news) {
            Listener told = listener;
            if (told == null || closed) {
                return;
            }
            try {
                news.accept(told);
            } catch (RuntimeException e) {
                LOG.error("What the broker is up to could not be told", e);
            }
        }
    }
}
