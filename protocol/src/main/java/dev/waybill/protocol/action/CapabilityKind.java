package dev.waybill.protocol.action;

import dev.waybill.protocol.wire.WireWord;

/// Whether a capability can be invoked as an action, or is room for agents.
public enum CapabilityKind implements WireWord {
    ACTION("action"),
    CAPACITY("capacity");

    private final String wire;

    CapabilityKind(String wire) {
        this.wire = wire;
    }

    @Override
    public String wire() {
        return wire;
    }
}
