package dev.waybill.server.network.transport;

import org.jspecify.annotations.Nullable;

/// The carrier has not confirmed what was published. Its words name no payload and no credentials.
public final class CarrierException extends Exception {
    private static final long serialVersionUID = 1L;

    public CarrierException(String message) {
        super(message);
    }

    public CarrierException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
