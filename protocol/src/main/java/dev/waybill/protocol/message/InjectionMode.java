package dev.waybill.protocol.message;

import dev.waybill.protocol.wire.WireWord;

/// How a sender wants a message to reach a busy agent, in the two words old clients know.
public enum InjectionMode implements WireWord {
    WAIT("wait"),
    STEER("steer");

    private final String wire;

    InjectionMode(String wire) {
        this.wire = wire;
    }

    public static InjectionMode of(String word) {
        return WireWord.parse(InjectionMode.class, word);
    }

    @Override
    public String wire() {
        return wire;
    }
}
