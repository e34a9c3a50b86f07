package dev.waybill.server.network.transport;

import dev.waybill.server.config.NatsConfig;
import dev.waybill.server.config.NetworkConfig;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;

/// Picks the carrier that the configuration asks for.
public final class Transports {
    private static final Duration ACK_WAIT = Duration.ofSeconds(30);

    private Transports() {}

    /// Not started yet: it connects when it is told to.
    ///
    /// @param folder where an embedded broker keeps its files
    /// @param server names this server to a stream, the same after each restart
    public static Transport of(
            NetworkConfig network,
            NatsConfig nats,
            Path folder,
            String server,
            MeterRegistry metrics,
            InstantSource clock) {
        if (nats.url() == null && !nats.embedded()) {
            return new LocalTransport(network.maxPayload(), metrics, clock);
        }
        Traffic traffic = new Traffic(metrics);
        NatsBroker broker =
                nats.embedded() ? child(network, nats, folder) : NatsBroker.at(NatsAccess.of(nats));
        return new NatsTransport(
                broker,
                opening(network, nats, server, traffic),
                network.maxPayload(),
                traffic,
                clock);
    }

    private static NatsSession.Opening opening(
            NetworkConfig network, NatsConfig nats, String server, Traffic traffic) {
        if (!nats.jetstream()) {
            return connection -> new CoreSession(connection, traffic);
        }
        StreamPlan plan =
                new StreamPlan(
                        nats.stream(),
                        network.wire().subjectPrefix(),
                        server,
                        network.maxPayload(),
                        ACK_WAIT,
                        network.maxLifetime());
        return connection -> new StreamSession(connection, plan, traffic);
    }

    private static NatsChild child(NetworkConfig network, NatsConfig nats, Path folder) {
        String path = System.getenv().getOrDefault("PATH", "");
        Path program =
                Programs.find(nats.binary(), path)
                        .orElseThrow(
                                () ->
                                        new IllegalStateException(
                                                "nats.embedded is on, but there is no program '"
                                                        + nats.binary()
                                                        + "' to start: install the package nats-server, or say with nats.binary where it is"));
        return new NatsChild(
                program,
                folder,
                new NatsChild.Settings(nats.port(), network.maxPayload(), nats.jetstream()),
                new SecureRandom());
    }
}
