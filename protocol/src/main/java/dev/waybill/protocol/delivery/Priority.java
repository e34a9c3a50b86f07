package dev.waybill.protocol.delivery;

import dev.waybill.protocol.wire.WireWord;

/// What goes first among the deliveries that are free to go.
public enum Priority implements WireWord {
    NORMAL("normal"),
    URGENT("urgent");

    private final String wire;

    Priority(String wire) {
        this.wire = wire;
    }

    public static Priority of(String word) {
        return WireWord.parse(Priority.class, word);
    }

    @Override
    public String wire() {
        return wire;
    }
}
