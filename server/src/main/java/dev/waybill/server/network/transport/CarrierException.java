package dev.waybill.server.network.transport;

import org.jspecify.annotations.Nullable;

/// The carrier has not confirmed what was published. Its words name no payload and no credentials.
public final class CarrierException extends Exception {
    private static final long serialVersionUID = 1L;

    private final boolean lasting;

    CarrierException(String message) {
        this(message, null);
    }

    CarrierException(String message, @Nullable Throwable cause) {
        super(message, cause);
        this.lasting = false;
    }

    private CarrierException(String message, boolean lasting) {
        super(message);
        this.lasting = lasting;
    }

    static CarrierException tooLarge(int bytes, int most) {
        return new CarrierException(
                "a payload has " + bytes + " bytes, the carrier takes at most " + most, true);
    }

    /// Whether the same parcels would be refused again: one is too large, and none of them was published.
    public boolean lasting() {
        return lasting;
    }
}
