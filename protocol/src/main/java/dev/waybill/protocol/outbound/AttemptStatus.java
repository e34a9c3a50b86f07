package dev.waybill.protocol.outbound;

import dev.waybill.protocol.wire.WireWord;

/// What has become of an attempt.
public enum AttemptStatus implements WireWord {
    /// Kept, and the provider was not called yet, or is to be called again.
    QUEUED("queued"),
    /// The provider is being called.
    IN_FLIGHT("in_flight"),
    /// The provider has confirmed it.
    SENT("sent"),
    /// The provider has refused it, or could not be reached for too long.
    FAILED("failed"),
    /// The provider was called and nobody knows what it did.
    UNKNOWN("unknown"),
    /// It was withdrawn before the provider was called.
    CANCELLED("cancelled");

    private final String wire;

    AttemptStatus(String wire) {
        this.wire = wire;
    }

    @Override
    public String wire() {
        return wire;
    }

    /// Whether nothing more happens to it by itself.
    public boolean settled() {
        return this == SENT || this == FAILED || this == CANCELLED;
    }
}
