package dev.waybill.server.network;

import dev.waybill.protocol.wire.WireWord;

/// What the network decided about an envelope.
public enum Direction implements WireWord {
    /// The carrier has it.
    SENT("sent"),
    /// It was accepted for somebody here.
    RECEIVED("received"),
    /// It was refused, or given up later.
    REJECTED("rejected"),
    /// A session has it.
    DELIVERED("delivered");

    private final String wire;

    Direction(String wire) {
        this.wire = wire;
    }

    @Override
    public String wire() {
        return wire;
    }
}
