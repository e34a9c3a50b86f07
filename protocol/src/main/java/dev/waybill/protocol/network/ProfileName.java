package dev.waybill.protocol.network;

import dev.waybill.protocol.wire.WireWord;

/// The two revisions of the wire.
public enum ProfileName implements WireWord {
    /// Channels of one network; reads the older words too.
    CHANNEL("channel"),
    /// Channels of workspaces, as the reference releases speak.
    WORKSPACE("workspace");

    private final String wire;

    ProfileName(String wire) {
        this.wire = wire;
    }

    @Override
    public String wire() {
        return wire;
    }
}
