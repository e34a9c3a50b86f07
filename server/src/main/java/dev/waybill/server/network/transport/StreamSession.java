package dev.waybill.server.network.transport;

import io.nats.client.Connection;
import io.nats.client.JetStream;
import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamManagement;
import io.nats.client.Message;
import io.nats.client.PublishOptions;
import io.nats.client.api.AckPolicy;
import io.nats.client.api.ConsumerConfiguration;
import io.nats.client.api.DeliverPolicy;
import io.nats.client.api.PublishAck;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// NATS with JetStream: the broker keeps what is published, and brings it until it is taken. Each subscription is a
/// durable consumer, so it goes on where it stopped, also on another server of its group.
final class StreamSession implements NatsSession {
    private static final Logger LOG = LoggerFactory.getLogger(StreamSession.class);

    /// For the headers that name the parcel and the stream.
    static final int HEADROOM = 1024;

    private static final int WINDOW = 256;
    private static final Duration FAREWELL = Duration.ofSeconds(2);

    private final Connection connection;
    private final StreamPlan plan;
    private final Traffic traffic;
    private final Ears ears;
    private final Acks acks;
    private final JetStreamManagement management;
    private final JetStream stream;

    StreamSession(Connection connection, StreamPlan plan, Traffic traffic)
            throws IOException, JetStreamApiException {
        this.connection = connection;
        this.plan = plan;
        this.traffic = traffic;
        this.management = connection.jetStreamManagement();
        this.stream = connection.jetStream();
        plan.ensure(management);
        this.ears = new Ears(connection);
        this.acks = new Acks(connection);
    }

    /// A consumer that cannot be made is trouble for its own subject alone.
    @Override
    public Map<Hearing, String> hear(Collection<Hearing> hearings) throws IOException {
        Map<Hearing, String> refused = new LinkedHashMap<>();
        for (Hearing hearing : hearings) {
            try {
                hear(hearing);
            } catch (JetStreamApiException e) {
                if (e.getApiErrorCode() == StreamPlan.STREAM_NOT_FOUND) {
                    throw new IOException("the stream is gone", e);
                }
                refused.put(hearing, StreamPlan.words(e));
            }
        }
        connection.RTT();
        return refused;
    }

    private void hear(Hearing hearing) throws IOException, JetStreamApiException {
        String name = plan.consumer(hearing);
        String mailbox = "_waybill.deliver." + name;
        String group = hearing.group() == null ? null : name;
        ConsumerConfiguration.Builder consumer =
                ConsumerConfiguration.builder()
                        .durable(name)
                        .filterSubject(hearing.subject())
                        .deliverSubject(mailbox)
                        .deliverPolicy(DeliverPolicy.New)
                        .ackPolicy(AckPolicy.Explicit)
                        .ackWait(plan.ackWait())
                        .maxAckPending(Lane.holds(plan.maxPayload()))
                        .inactiveThreshold(plan.keep());
        if (group != null) {
            consumer.deliverGroup(group);
        }
        management.addOrUpdateConsumer(plan.name(), consumer.build());
        ears.close(hearing);
        ears.open(hearing, mailbox, group, message -> heard(hearing, message));
    }

    /// The consumer goes with the last who heard through it, on whatever server; a stream need not keep in mind those who
    /// will never ask again. One that stays by mistake ends by itself once it was idle for as long as payloads wait.
    @Override
    public void forget(Hearing hearing) {
        ears.close(hearing);
        String name = plan.consumer(hearing);
        try {
            connection.RTT();
            if (!management.getConsumerInfo(plan.name(), name).isPushBound()) {
                management.deleteConsumer(plan.name(), name);
            }
        } catch (IOException | JetStreamApiException e) {
            LOG.atDebug()
                    .addKeyValue("subject", hearing.subject())
                    .addKeyValue("reason", StreamPlan.words(e))
                    .log("A consumer of nobody is left to the broker");
        }
    }

    /// Another server may end a consumer in the moment in which this one begins to hear through it, and an operator at
    /// any time.
    @Override
    public List<Hearing> lost(Collection<Hearing> hearings) throws IOException {
        try {
            Set<String> there = new HashSet<>(management.getConsumerNames(plan.name()));
            return hearings.stream()
                    .filter(ears::has)
                    .filter(hearing -> !there.contains(plan.consumer(hearing)))
                    .toList();
        } catch (JetStreamApiException e) {
            throw new IOException("the consumers cannot be listed", e);
        }
    }

    @Override
    public void hush() throws InterruptedException {
        acks.gather();
        ears.drain(FAREWELL);
    }

    @Override
    public void giveBack() throws IOException, InterruptedException {
        acks.giveBack();
    }

    @Override
    public void publish(List<Parcel> parcels) throws CarrierException, InterruptedException {
        for (int from = 0; from < parcels.size(); from += WINDOW) {
            confirm(parcels.subList(from, Math.min(parcels.size(), from + WINDOW)));
        }
    }

    @Override
    public long room() {
        long most = connection.getMaxPayload();
        return most < 0 ? most : most - HEADROOM;
    }

    private void confirm(List<Parcel> window) throws CarrierException, InterruptedException {
        long deadline = System.nanoTime() + Dial.PATIENCE.toNanos();
        try {
            List<CompletableFuture<PublishAck>> answers = new ArrayList<>(window.size());
            for (Parcel parcel : window) {
                answers.add(
                        stream.publishAsync(parcel.subject(), parcel.payload(), options(parcel)));
            }
            for (CompletableFuture<PublishAck> answer : answers) {
                answer.get(Math.max(1, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
            }
        } catch (TimeoutException | IllegalStateException e) {
            throw new CarrierException("the stream has not confirmed in time", e);
        } catch (ExecutionException e) {
            throw new CarrierException("the stream has not taken it: " + StreamPlan.words(e), e);
        }
    }

    private PublishOptions options(Parcel parcel) {
        return PublishOptions.builder()
                .messageId(Names.message(parcel.key()))
                .expectedStream(plan.name())
                .build();
    }

    /// Without room the broker is asked to bring it again later.
    private void heard(Hearing hearing, Message message) {
        Arrival arrival =
                new Arrival(message.getSubject(), Ears.payload(message), acks.brought(message));
        if (!hearing.lane().offer(arrival)) {
            traffic.dropped();
            acks.later(message);
        }
    }
}
