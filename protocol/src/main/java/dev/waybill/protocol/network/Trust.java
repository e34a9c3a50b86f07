package dev.waybill.protocol.network;

import dev.waybill.protocol.wire.WireWord;

/// How sure it is who sent a message. What it says is external input either way.
public enum Trust implements WireWord {
    /// The sender is whoever the envelope says.
    UNTRUSTED("untrusted"),
    /// The envelope is signed with the key that is pinned for its sender.
    VERIFIED("verified");

    private final String wire;

    Trust(String wire) {
        this.wire = wire;
    }

    @Override
    public String wire() {
        return wire;
    }
}
