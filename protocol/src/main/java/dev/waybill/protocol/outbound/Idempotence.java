package dev.waybill.protocol.outbound;

import dev.waybill.protocol.wire.WireWord;

/// What happens when an operation is executed twice.
public enum Idempotence implements WireWord {
    /// Nothing more than once.
    NATURAL("natural"),
    /// The provider knows a key of ours and does it once.
    PROVIDER_KEY("provider_key"),
    /// It would be done twice, but it can be looked up whether it was done.
    RECONCILE("reconcile"),
    /// It would be done twice, and nobody can tell.
    NONE("none");

    private final String wire;

    Idempotence(String wire) {
        this.wire = wire;
    }

    @Override
    public String wire() {
        return wire;
    }
}
