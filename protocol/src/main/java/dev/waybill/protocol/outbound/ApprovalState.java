package dev.waybill.protocol.outbound;

import dev.waybill.protocol.wire.WireWord;

/// Whether somebody has agreed.
public enum ApprovalState implements WireWord {
    PENDING("pending"),
    APPROVED("approved"),
    REFUSED("refused");

    private final String wire;

    ApprovalState(String wire) {
        this.wire = wire;
    }

    @Override
    public String wire() {
        return wire;
    }
}
