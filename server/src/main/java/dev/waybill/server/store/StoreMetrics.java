package dev.waybill.server.store;

import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/// What the store tells about its work.
final class StoreMetrics {
    private final MeterRegistry registry;
    private final Timer commits;
    private final DistributionSummary batchSizes;

    StoreMetrics(MeterRegistry registry) {
        this.registry = registry;
        this.commits =
                Timer.builder("waybill.store.commit")
                        .description("Time of a durable commit")
                        .register(registry);
        this.batchSizes =
                DistributionSummary.builder("waybill.store.batch")
                        .description("Writes that shared one commit")
                        .register(registry);
    }

    void committed(int writes, long nanos) {
        commits.record(nanos, TimeUnit.NANOSECONDS);
        batchSizes.record(writes);
    }

    long commits() {
        return commits.count();
    }

    void watchQueue(Supplier<Number> depth) {
        Gauge.builder("waybill.store.queue", depth)
                .description("Writes waiting for their turn")
                .register(registry);
    }
}
