package dev.waybill.protocol.action;

import dev.waybill.protocol.wire.WireWord;

/// How far an invocation has come. `INVOKED` is a word of older servers for dispatched.
public enum InvocationStatus implements WireWord {
    PENDING("pending"),
    DISPATCHED("dispatched"),
    INVOKED("invoked"),
    COMPLETED("completed"),
    FAILED("failed");

    private final String wire;

    InvocationStatus(String wire) {
        this.wire = wire;
    }

    public static InvocationStatus of(String word) {
        return WireWord.parse(InvocationStatus.class, word);
    }

    @Override
    public String wire() {
        return wire;
    }
}
