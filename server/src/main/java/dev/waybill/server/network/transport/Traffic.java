package dev.waybill.server.network.transport;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/// Counts what a carrier carries and what goes wrong with it.
final class Traffic {
    private final MeterRegistry registry;
    private final Counter published;
    private final Counter received;
    private final Counter dropped;
    private final Counter failures;
    private final Counter connections;

    Traffic(MeterRegistry registry) {
        this.registry = registry;
        this.published = counter("published", "Payloads that the carrier has confirmed");
        this.received = counter("received", "Payloads that were heard");
        this.dropped = counter("dropped", "Payloads nobody took because their receiver was behind");
        this.failures = counter("receiver.failures", "Payloads whose receiver failed");
        this.connections = counter("connections", "Connections made to the broker");
    }

    void published(int payloads) {
        published.increment(payloads);
    }

    void received() {
        received.increment();
    }

    void dropped() {
        dropped.increment();
    }

    void receiverFailed() {
        failures.increment();
    }

    void connected() {
        connections.increment();
    }

    void trouble(String kind) {
        Counter.builder("waybill.network.carrier.troubles")
                .description("What the broker or its client complained about")
                .tag("kind", kind)
                .register(registry)
                .increment();
    }

    private Counter counter(String name, String description) {
        return Counter.builder("waybill.network.carrier." + name)
                .description(description)
                .register(registry);
    }
}
