package dev.waybill.server.network.transport;

import io.nats.client.Connection;
import io.nats.client.Message;
import java.io.IOException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Plain NATS: who is connected hears what is published, and nobody else ever does.
final class CoreSession implements NatsSession {
    private static final Logger LOG = LoggerFactory.getLogger(CoreSession.class);

    private final Connection connection;
    private final Traffic traffic;
    private final Ears ears;

    CoreSession(Connection connection, Traffic traffic) {
        this.connection = connection;
        this.traffic = traffic;
        this.ears = new Ears(connection);
    }

    @Override
    public void hear(Hearing hearing) {
        String group = hearing.group();
        String queue = group == null ? null : Names.of("group", group);
        ears.open(hearing, hearing.subject(), queue, message -> heard(hearing, message));
    }

    @Override
    public void forget(Hearing hearing) {
        ears.close(hearing);
    }

    /// The broker works off what it reads in order: its answer to a ping says that it has got everything before, and any
    /// refusal came before the answer. The client's own `flush` also returns when nothing was sent.
    @Override
    public void publish(List<Parcel> parcels) throws CarrierException, InterruptedException {
        try {
            connection.clearLastError();
            parcels.forEach(parcel -> connection.publish(parcel.subject(), parcel.payload()));
            connection.RTT();
        } catch (IOException | IllegalStateException e) {
            if (Thread.interrupted()) {
                throw new InterruptedException("interrupted while the broker had not confirmed");
            }
            throw new CarrierException("the broker has not confirmed in time", e);
        }
        refuseDenied();
    }

    @Override
    public void settle() throws IOException {
        connection.RTT();
    }

    @Override
    public long room() {
        return connection.getMaxPayload();
    }

    private void refuseDenied() throws CarrierException {
        String error = connection.getLastError();
        if (error != null && NatsTroubles.kind(error).endsWith("-denied")) {
            throw new CarrierException("the broker does not permit what was published");
        }
    }

    private void heard(Hearing hearing, Message message) {
        Arrival arrival = new Arrival(message.getSubject(), Ears.payload(message), () -> {});
        if (!hearing.lane().offer(arrival)) {
            traffic.dropped();
            LOG.atWarn()
                    .addKeyValue("subject", hearing.subject())
                    .log("A payload was dropped, its receiver is behind");
        }
    }
}
