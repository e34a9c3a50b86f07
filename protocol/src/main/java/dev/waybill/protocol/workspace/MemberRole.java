package dev.waybill.protocol.workspace;

import dev.waybill.protocol.wire.WireWord;

/// What a member is in a channel; who creates it owns it.
public enum MemberRole implements WireWord {
    OWNER("owner"),
    MEMBER("member");

    private final String wire;

    MemberRole(String wire) {
        this.wire = wire;
    }

    public static MemberRole of(String word) {
        return WireWord.parse(MemberRole.class, word);
    }

    @Override
    public String wire() {
        return wire;
    }
}
