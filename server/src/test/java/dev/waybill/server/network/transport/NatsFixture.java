package dev.waybill.server.network.transport;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.server.Eventually;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Transports to a broker, put together for tests.
final class NatsFixture {
    static final int MAX_PAYLOAD = 64 * 1024;
    static final String PREFIX = "test.network";

    private NatsFixture() {}

    static NatsAccess access(String url) {
        return new NatsAccess(List.of(URI.create(url)), null, null, null, null, null, null);
    }

    static NatsAccess token(String url, @Nullable String token) {
        return new NatsAccess(List.of(URI.create(url)), token, null, null, null, null, null);
    }

    static String jetstream(Path folder) {
        return "jetstream { store_dir: \"" + folder.resolve("store") + "\" }";
    }

    static NatsTransport core(NatsBroker broker) {
        Traffic traffic = new Traffic(new SimpleMeterRegistry());
        return new NatsTransport(
                broker,
                connection -> new CoreSession(connection, traffic),
                MAX_PAYLOAD,
                traffic,
                InstantSource.system());
    }

    static NatsTransport core(NatsAccess access) {
        return core(NatsBroker.at(access));
    }

    static NatsTransport stream(NatsBroker broker, String server) {
        return stream(broker, server, new SimpleMeterRegistry());
    }

    static NatsTransport stream(NatsBroker broker, String server, MeterRegistry metrics) {
        return stream(broker, server, metrics, Duration.ofSeconds(1));
    }

    /// One whose broker waits longer for what is not taken than any test does.
    static NatsTransport patient(NatsServer broker, String server) {
        return started(
                stream(
                        NatsBroker.at(access(broker.url())),
                        server,
                        new SimpleMeterRegistry(),
                        Duration.ofMinutes(10)));
    }

    private static NatsTransport stream(
            NatsBroker broker, String server, MeterRegistry metrics, Duration ackWait) {
        StreamPlan plan =
                new StreamPlan(
                        "TEST_NETWORK", PREFIX, server, MAX_PAYLOAD, ackWait, Duration.ofHours(1));
        Traffic traffic = new Traffic(metrics);
        return new NatsTransport(
                broker,
                connection -> new StreamSession(connection, plan, traffic),
                MAX_PAYLOAD,
                traffic,
                InstantSource.system(),
                Duration.ofMillis(100));
    }

    static NatsTransport stream(NatsAccess access, String server) {
        return stream(NatsBroker.at(access), server);
    }

    static <T extends Transport> T started(T transport) {
        Steps steps = new Steps();
        transport.start(steps);
        steps.awaitConnected(1);
        return transport;
    }

    static Parcel parcel(String subject, String text) {
        return new Parcel(subject, text.getBytes(UTF_8), UUID.randomUUID().toString());
    }

    static void publish(Transport transport, String subject, List<String> words)
            throws CarrierException, InterruptedException {
        transport.publish(words.stream().map(word -> parcel(subject, word)).toList());
    }

    /// Publishes until the carrier confirms, as an outbox does.
    static void publishStubbornly(Transport transport, List<Parcel> parcels) {
        Eventually.is(
                "published",
                () -> {
                    try {
                        transport.publish(parcels);
                        return true;
                    } catch (CarrierException _) {
                        return false;
                    }
                });
    }
}
