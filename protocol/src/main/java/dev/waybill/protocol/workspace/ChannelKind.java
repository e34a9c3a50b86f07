package dev.waybill.protocol.workspace;

import dev.waybill.protocol.wire.WireWord;

/// What a channel is: open to join, a conversation of two or of several, the place where an agent finds what became of its
/// calls, what came from the agent network, or what happened elsewhere.
public enum ChannelKind implements WireWord {
    CHANNEL("channel"),
    DM("dm"),
    GROUP("group"),
    RESULTS("results"),
    NETWORK("network"),
    EVENTS("events");

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

    /// Whether it is one agent's own, which only the server puts something into.
    public boolean isOwn() {
        return this == RESULTS || this == NETWORK || this == EVENTS;
    }
}
