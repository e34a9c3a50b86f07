package dev.waybill.protocol.delivery;

import dev.waybill.protocol.wire.WireWord;

/// What became of a delivery so far.
public enum DeliveryStatus implements WireWord {
    QUEUED("queued"),
    ACCEPTED("accepted"),
    DELIVERED("delivered"),
    ACKED("acked"),
    FAILED("failed"),
    DEAD_LETTERED("dead_lettered");

    private final String wire;

    DeliveryStatus(String wire) {
        this.wire = wire;
    }

    public static DeliveryStatus of(String word) {
        return WireWord.parse(DeliveryStatus.class, word);
    }

    @Override
    public String wire() {
        return wire;
    }
}
