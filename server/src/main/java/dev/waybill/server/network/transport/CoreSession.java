package dev.waybill.server.network.transport;

import io.nats.client.Connection;
import io.nats.client.Message;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Plain NATS: who is connected hears what is published, and nobody else ever does.
final class CoreSession implements NatsSession {
    private static final Logger LOG = LoggerFactory.getLogger(CoreSession.class);

    private static final Map<String, String> REFUSALS =
            Map.of(
                    "subscription-denied", "may not subscribe",
                    "too-many-subscriptions", "the broker permits no more subscriptions");

    private final Connection connection;
    private final Traffic traffic;
    private final Ears ears;
    private final Seldom warnings = new Seldom(Duration.ofSeconds(1), System::nanoTime);

    /// What the broker refuses it says without saying whom: only one thing is asked for at a time.
    private final ReentrantLock talking = new ReentrantLock();

    CoreSession(Connection connection, Traffic traffic) {
        this.connection = connection;
        this.traffic = traffic;
        this.ears = new Ears(connection);
    }

    /// The broker's last complaint does not say how many there were, so those that were asked for together are asked for
    /// one by one if there was any.
    @Override
    public Map<Hearing, String> hear(Collection<Hearing> hearings) throws IOException {
        String complaint = subscribe(hearings);
        if (complaint == null) {
            return Map.of();
        }
        hearings.forEach(ears::close);
        Map<Hearing, String> refused = new LinkedHashMap<>();
        for (Hearing hearing : hearings) {
            String why = hearings.size() == 1 ? complaint : subscribe(List.of(hearing));
            if (why != null) {
                ears.close(hearing);
                refused.put(hearing, why);
            }
        }
        return refused;
    }

    @Override
    public void forget(Hearing hearing) {
        ears.close(hearing);
        warnings.forget(hearing.subject());
    }

    /// The broker works off what it reads in order: its answer to a ping says that it has got everything before, and any
    /// refusal came before the answer. The client's own `flush` also returns when nothing was sent.
    @Override
    public void publish(List<Parcel> parcels) throws CarrierException, InterruptedException {
        talking.lockInterruptibly();
        try {
            connection.clearLastError();
            parcels.forEach(parcel -> connection.publish(parcel.subject(), parcel.payload()));
            connection.RTT();
            if (complaint().equals("publish-denied")) {
                throw new CarrierException("the broker does not permit what was published");
            }
        } catch (IOException | IllegalStateException e) {
            if (Thread.interrupted()) {
                throw new InterruptedException("interrupted while the broker had not confirmed");
            }
            throw new CarrierException("the broker has not confirmed in time", e);
        } finally {
            talking.unlock();
        }
    }

    @Override
    public long room() {
        return connection.getMaxPayload();
    }

    /// What the broker has against it, if anything.
    private @Nullable String subscribe(Collection<Hearing> hearings) throws IOException {
        talking.lock();
        try {
            connection.clearLastError();
            hearings.forEach(this::open);
            connection.RTT();
            return REFUSALS.get(complaint());
        } finally {
            talking.unlock();
        }
    }

    private void open(Hearing hearing) {
        String group = hearing.group();
        String queue = group == null ? null : Names.of("group", group);
        ears.open(hearing, hearing.subject(), queue, message -> heard(hearing, message));
    }

    private String complaint() {
        String error = connection.getLastError();
        return error == null ? "" : NatsTroubles.kind(error);
    }

    private void heard(Hearing hearing, Message message) {
        Arrival arrival = new Arrival(message.getSubject(), Ears.payload(message), () -> {});
        if (!hearing.lane().offer(arrival)) {
            traffic.dropped();
            if (warnings.now(hearing.subject())) {
                LOG.atWarn()
                        .addKeyValue("subject", hearing.subject())
                        .log("Payloads are dropped, their receiver is behind");
            }
        }
    }
}
