package dev.waybill.protocol.delivery;

import org.jspecify.annotations.Nullable;

/// Says that a delivery could not be dealt with, and whether to try again.
public record FailedDelivery(@Nullable String error, @Nullable Boolean retryable) {
    private static final int MAX_ERROR = 4000;

    public FailedDelivery {
        if (error != null && error.length() > MAX_ERROR) {
            throw new IllegalArgumentException("error is longer than " + MAX_ERROR + " characters");
        }
    }
}
