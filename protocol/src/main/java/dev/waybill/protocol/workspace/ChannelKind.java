package dev.waybill.protocol.workspace;

import dev.waybill.protocol.wire.WireWord;

/// What a channel is: open to join, a conversation of two or of several, or the place where an agent finds what became of
/// its calls.
public enum ChannelKind implements WireWord {
    CHANNEL("channel"),
    DM("dm"),
    GROUP("group"),
    RESULTS("results");

    private final String wire;

    ChannelKind(String wire) {
        this.wire = wire;
    }

    public static ChannelKind of(String word) {
        return WireWord.parse(ChannelKind.class, word);
    }

    @Override
    public String wire() {
        return wire;
    }
}
