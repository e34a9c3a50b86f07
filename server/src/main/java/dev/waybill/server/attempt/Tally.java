package dev.waybill.server.attempt;

import dev.waybill.protocol.outbound.AttemptStatus;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.atomic.AtomicLong;

/// Counts what becomes of attempts, and what is refused before there is one.
final class Tally {
    private final MeterRegistry metrics;
    private final AtomicLong waiting = new AtomicLong();

    Tally(MeterRegistry metrics) {
        this.metrics = metrics;
        Gauge.builder("waybill.outbound.queue", waiting, AtomicLong::get)
                .description("Attempts that wait for their turn")
                .register(metrics);
    }

    void waiting(long count) {
        waiting.set(count);
    }

    void changed(AttemptStatus from, Attempt attempt) {
        if (from == attempt.status() || attempt.status() == AttemptStatus.IN_FLIGHT) {
            return;
        }
        metrics.counter(
                        "waybill.outbound.attempts",
                        "provider",
                        attempt.order().handle().provider(),
                        "operation",
                        attempt.order().operation(),
                        "outcome",
                        attempt.status() == AttemptStatus.QUEUED
                                ? "retried"
                                : attempt.status().wire())
                .increment();
    }

    void refused(String code) {
        metrics.counter("waybill.outbound.refused", "code", code).increment();
    }
}
