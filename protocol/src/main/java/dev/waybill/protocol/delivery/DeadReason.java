package dev.waybill.protocol.delivery;

import dev.waybill.protocol.wire.WireWord;

/// Why a delivery was given up.
public enum DeadReason implements WireWord {
    TTL_EXPIRED("ttl_expired"),
    DEADLINE_PASSED("deadline_passed"),
    ATTEMPTS_EXHAUSTED("attempts_exhausted");

    private final String wire;

    DeadReason(String wire) {
        this.wire = wire;
    }

    public static DeadReason of(String word) {
        return WireWord.parse(DeadReason.class, word);
    }

    @Override
    public String wire() {
        return wire;
    }
}
