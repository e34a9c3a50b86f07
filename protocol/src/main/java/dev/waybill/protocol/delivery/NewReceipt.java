package dev.waybill.protocol.delivery;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// What a session says became of a delivery, with what each answer needs.
public record NewReceipt(
        ReceiptStatus status,
        @Nullable Boolean retryable,
        @Nullable Instant availableAt,
        @Nullable String reason,
        @Nullable ObjectNode metadata) {
    private static final int MAX_REASON = 4000;
    private static final int MAX_METADATA = 16 << 10;

    public NewReceipt {
        if (status == ReceiptStatus.DEFERRED && availableAt == null) {
            throw new IllegalArgumentException(
                    "available_at is missing: a deferred delivery comes again then");
        }
        if (status == ReceiptStatus.FAILED && reason == null) {
            throw new IllegalArgumentException("reason is missing: a failed delivery needs one");
        }
        if (reason != null && reason.length() > MAX_REASON) {
            throw new IllegalArgumentException(
                    "reason is longer than " + MAX_REASON + " characters");
        }
        if (metadata != null && metadata.toString().length() > MAX_METADATA) {
            throw new IllegalArgumentException(
                    "metadata is longer than " + MAX_METADATA + " characters");
        }
    }

    /// Whether it may be tried again.
    public boolean mayRetry() {
        return Boolean.TRUE.equals(retryable);
    }
}
