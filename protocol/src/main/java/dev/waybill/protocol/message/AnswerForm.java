package dev.waybill.protocol.message;

import dev.waybill.protocol.wire.WireWord;

/// How much of a message its sender wants to be told again.
public enum AnswerForm implements WireWord {
    WHOLE("whole"),
    MINIMAL("minimal");

    private final String wire;

    AnswerForm(String wire) {
        this.wire = wire;
    }

    @Override
    public String wire() {
        return wire;
    }
}
