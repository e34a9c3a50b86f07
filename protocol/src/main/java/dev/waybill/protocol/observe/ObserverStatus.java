package dev.waybill.protocol.observe;

import dev.waybill.protocol.wire.WireWord;

/// Whether an observer may still look.
public enum ObserverStatus implements WireWord {
    ACTIVE("active"),
    REVOKED("revoked");

    private final String wire;

    ObserverStatus(String wire) {
        this.wire = wire;
    }

    public static ObserverStatus of(String word) {
        return WireWord.parse(ObserverStatus.class, word);
    }

    @Override
    public String wire() {
        return wire;
    }
}
