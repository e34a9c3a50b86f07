package dev.waybill.protocol.delivery;

import dev.waybill.protocol.wire.WireWord;

/// When a message is to be surfaced to the session that gets it.
public enum DeliveryMode implements WireWord {
    /// Now, even if that interrupts.
    IMMEDIATE("immediate"),
    /// With the next message that the session is given.
    NEXT_MESSAGE("next-message"),
    /// Before the session calls its next tool.
    NEXT_TOOL_CALL("next-tool-call"),
    /// When the session is idle, waiting, blocked, or in another state its agent calls safe.
    ON_IDLE("on-idle"),
    /// When someone asks for it.
    MANUAL("manual");

    private final String wire;

    DeliveryMode(String wire) {
        this.wire = wire;
    }

    public static DeliveryMode of(String word) {
        return WireWord.parse(DeliveryMode.class, word);
    }

    @Override
    public String wire() {
        return wire;
    }
}
