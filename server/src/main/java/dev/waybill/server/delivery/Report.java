package dev.waybill.server.delivery;

import dev.waybill.protocol.delivery.DeferredDelivery;
import dev.waybill.protocol.delivery.FailedDelivery;
import dev.waybill.protocol.delivery.NewReceipt;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// What a session says became of a delivery.
public sealed interface Report {
    /// Taken over; one that may come again does so unless more is heard of it.
    record Accepted(boolean mayComeAgain, @Nullable ObjectNode metadata) implements Report {}

    /// Surfaced.
    record Delivered(@Nullable ObjectNode metadata) implements Report {}

    /// To come again then.
    record Deferred(Instant availableAt, @Nullable String reason, @Nullable ObjectNode metadata)
            implements Report {
        private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59Z");

        /// A time that cannot be kept is brought into range.
        public Deferred {
            if (availableAt.isBefore(Instant.EPOCH)) {
                availableAt = Instant.EPOCH;
            } else if (availableAt.isAfter(LATEST)) {
                availableAt = LATEST;
            }
        }
    }

    /// Not surfaced; tried again if that may help.
    record Failed(@Nullable String error, boolean mayRetry, @Nullable ObjectNode metadata)
            implements Report {}

    static Report of(NewReceipt receipt) {
        return switch (receipt.status()) {
            case ACCEPTED -> new Accepted(receipt.mayRetry(), receipt.metadata());
            case DELIVERED -> new Delivered(receipt.metadata());
            case DEFERRED ->
                    new Deferred(
                            Objects.requireNonNull(receipt.availableAt()),
                            receipt.reason(),
                            receipt.metadata());
            case FAILED -> new Failed(receipt.reason(), receipt.mayRetry(), receipt.metadata());
        };
    }

    static Report of(DeferredDelivery deferred) {
        return new Deferred(deferred.availableAt(), deferred.reason(), null);
    }

    static Report of(FailedDelivery failed) {
        return new Failed(failed.error(), Boolean.TRUE.equals(failed.retryable()), null);
    }

    @Nullable ObjectNode metadata();
}
