package dev.waybill.protocol.delivery;

import dev.waybill.protocol.wire.WireWord;

/// Where a delivery stands in the chart of its states; a [DeliveryStatus] tells some of them apart no further.
public enum DeliveryPhase implements WireWord {
    /// Waits for the moment its mode names.
    HELD("held"),
    /// In the line, gone out or not.
    OPEN("open"),
    /// Taken over by the session, and not surfaced yet.
    ACCEPTED("accepted"),
    /// Put off.
    DEFERRED("deferred"),
    /// Could not be surfaced.
    FAILED("failed"),
    /// Surfaced.
    ACKED("acked"),
    /// Given up.
    DEAD_LETTERED("dead_lettered"),
    /// A later attempt stands for it.
    REPLACED("replaced");

    private final String wire;

    DeliveryPhase(String wire) {
        this.wire = wire;
    }

    public static DeliveryPhase of(String word) {
        return WireWord.parse(DeliveryPhase.class, word);
    }

    @Override
    public String wire() {
        return wire;
    }
}
