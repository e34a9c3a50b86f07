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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// NATS with JetStream: the broker keeps what is published, and brings it until it is taken. Each subscription is a
/// durable consumer, so it goes on where it stopped, also on another server of its group.
final class StreamSession implements NatsSession {
    /// For the headers that name the parcel and the stream.
    static final int HEADROOM = 1024;

    private static final int WINDOW = 256;

    private final Connection connection;
    private final StreamPlan plan;
    private final Ears ears;
    private final Acks acks;
    private final JetStreamManagement management;
    private final JetStream stream;

    StreamSession(Connection connection, StreamPlan plan)
            throws IOException, JetStreamApiException {
        this.connection = connection;
        this.plan = plan;
        this.management = connection.jetStreamManagement();
        this.stream = connection.jetStream();
        plan.ensure(management);
        this.ears = new Ears(connection);
        this.acks = new Acks(connection);
    }

    @Override
    public void hear(Hearing hearing) throws IOException, JetStreamApiException {
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
                        .maxAckPending(Lane.MAX_PAYLOADS / 2)
                        .inactiveThreshold(plan.keep());
        if (group != null) {
            consumer.deliverGroup(group);
        }
        management.addOrUpdateConsumer(plan.name(), consumer.build());
        ears.open(hearing, mailbox, group, message -> heard(hearing, message));
    }

    @Override
    public void forget(Hearing hearing) {
        ears.close(hearing);
    }

    @Override
    public void publish(List<Parcel> parcels) throws CarrierException, InterruptedException {
        for (int from = 0; from < parcels.size(); from += WINDOW) {
            confirm(parcels.subList(from, Math.min(parcels.size(), from + WINDOW)));
        }
    }

    @Override
    public void settle() throws IOException {
        connection.RTT();
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

    /// Without room it is not taken either, and the broker brings it again.
    private void heard(Hearing hearing, Message message) {
        Arrival arrival =
                new Arrival(message.getSubject(), Ears.payload(message), () -> acks.add(message));
        hearing.lane().offer(arrival);
    }
}
