package dev.waybill.protocol.delivery;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Asks for a delivery to come again at a better time.
public record DeferredDelivery(Instant availableAt, @Nullable String reason) {
    private static final int MAX_REASON = 1000;

    public DeferredDelivery {
        if (reason != null && reason.length() > MAX_REASON) {
            throw new IllegalArgumentException(
                    "reason is longer than " + MAX_REASON + " characters");
        }
    }
}
