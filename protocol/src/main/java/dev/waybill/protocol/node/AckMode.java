package dev.waybill.protocol.node;

import dev.waybill.protocol.wire.WireWord;

/// What counts as the acknowledgement of a delivery that is posted.
public enum AckMode implements WireWord {
    /// The receiver acknowledges later, with the agent's token.
    MANUAL("manual"),
    /// Any answer that says success.
    ON_2XX("on_2xx"),
    /// An answer that says success and, in its body, that it acknowledges.
    RESPONSE("response");

    private final String wire;

    AckMode(String wire) {
        this.wire = wire;
    }

    public static AckMode of(String word) {
        return WireWord.parse(AckMode.class, word);
    }

    @Override
    public String wire() {
        return wire;
    }
}
