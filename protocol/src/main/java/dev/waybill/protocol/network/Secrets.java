package dev.waybill.protocol.network;

import dev.waybill.protocol.wire.WireWord;

/// What becomes of a message that seems to hold a secret.
public enum Secrets implements WireWord {
    /// Taken, with the secret struck out and a warning.
    REDACT("redact"),
    /// Refused as malformed.
    REFUSE("refuse");

    private final String wire;

    Secrets(String wire) {
        this.wire = wire;
    }

    @Override
    public String wire() {
        return wire;
    }
}
