package dev.waybill.server.network.transport;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.nats.client.Connection;
import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamManagement;
import io.nats.client.Nats;
import io.nats.client.api.ConsumerInfo;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeoutException;

/// Somebody else at the broker, who hears what is published and sees who listens.
public final class Onlooker implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Connection connection;

    public Onlooker(String url) {
        try {
            connection = Nats.connect(url);
        } catch (IOException e) {
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    /// Everything that is published there from now on.
    public List<String> hear(String subject) {
        List<String> heard = new CopyOnWriteArrayList<>();
        connection
                .createDispatcher(message -> heard.add(new String(message.getData(), UTF_8)))
                .subscribe(subject);
        try {
            connection.flush(PATIENCE);
        } catch (TimeoutException e) {
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
        return heard;
    }

    public int consumers(String stream) {
        try {
            return connection.jetStreamManagement().getConsumerNames(stream).size();
        } catch (IOException | JetStreamApiException e) {
            throw new AssertionError(e);
        }
    }

    /// How many payloads were brought to somebody who has not taken them.
    public long untaken(String stream) {
        try {
            return connection.jetStreamManagement().getConsumers(stream).stream()
                    .mapToLong(ConsumerInfo::getNumAckPending)
                    .sum();
        } catch (IOException | JetStreamApiException e) {
            throw new AssertionError(e);
        }
    }

    /// As an operator might by mistake.
    public void deleteConsumers(String stream) {
        try {
            JetStreamManagement management = connection.jetStreamManagement();
            for (String consumer : management.getConsumerNames(stream)) {
                management.deleteConsumer(stream, consumer);
            }
        } catch (IOException | JetStreamApiException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private static AssertionError interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new AssertionError(e);
    }
}
