package dev.waybill.protocol.delivery;

import dev.waybill.protocol.wire.WireWord;

/// Why something is in an agent's mailbox.
public enum DeliveryReason implements WireWord {
    MESSAGE("message"),
    MENTION("mention"),
    DM("dm"),
    THREAD_REPLY("thread-reply"),
    ACTION_RESULT("action-result"),
    NOTIFICATION("notification");

    private final String wire;

    DeliveryReason(String wire) {
        this.wire = wire;
    }

    public static DeliveryReason of(String word) {
        return WireWord.parse(DeliveryReason.class, word);
    }

    @Override
    public String wire() {
        return wire;
    }
}
