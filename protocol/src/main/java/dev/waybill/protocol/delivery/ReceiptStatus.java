package dev.waybill.protocol.delivery;

import dev.waybill.protocol.wire.WireWord;

/// What a session says became of a delivery.
public enum ReceiptStatus implements WireWord {
    /// Taken over, and not surfaced yet.
    ACCEPTED("accepted"),
    /// Surfaced to the session.
    DELIVERED("delivered"),
    /// To come again at a better time.
    DEFERRED("deferred"),
    /// Cannot or will not be surfaced.
    FAILED("failed");

    private final String wire;

    ReceiptStatus(String wire) {
        this.wire = wire;
    }

    public static ReceiptStatus of(String word) {
        return WireWord.parse(ReceiptStatus.class, word);
    }

    @Override
    public String wire() {
        return wire;
    }
}
