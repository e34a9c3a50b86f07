package dev.waybill.protocol.delivery;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// How a sender wants a message delivered; what it says nothing about is as usual.
public record DeliveryTerms(
        @Nullable DeliveryMode deliveryMode,
        @Nullable DeliveryReason reason,
        @Nullable Priority priority,
        @Nullable Instant deadline,
        @Nullable Long ttlMs,
        @Nullable ObjectNode deliveryMetadata) {
    /// Everything as usual.
    public static final DeliveryTerms USUAL = new DeliveryTerms(null, null, null, null, null, null);

    private static final long MAX_TTL_MS = 30L * 24 * 60 * 60 * 1000;
    private static final int MAX_METADATA = 16 << 10;

    public DeliveryTerms {
        check(ttlMs, deliveryMetadata);
    }

    /// Throws when nobody can be asked for that.
    public static void check(@Nullable Long ttlMs, @Nullable ObjectNode deliveryMetadata) {
        if (ttlMs != null && (ttlMs < 1 || ttlMs > MAX_TTL_MS)) {
            throw new IllegalArgumentException(
                    "ttl_ms is not from 1 to " + MAX_TTL_MS + ": " + ttlMs);
        }
        if (deliveryMetadata != null && deliveryMetadata.toString().length() > MAX_METADATA) {
            throw new IllegalArgumentException(
                    "delivery_metadata is longer than " + MAX_METADATA + " characters");
        }
    }

    /// Whether the sender wants anything in particular.
    public boolean usual() {
        return equals(USUAL);
    }

    public boolean urgent() {
        return priority == Priority.URGENT;
    }
}
