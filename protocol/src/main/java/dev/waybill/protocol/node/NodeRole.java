package dev.waybill.protocol.node;

import dev.waybill.protocol.wire.WireWord;

/// Whether a node is the session of one agent itself, or hosts several.
public enum NodeRole implements WireWord {
    DIRECT("direct"),
    BROKER("broker");

    private final String wire;

    NodeRole(String wire) {
        this.wire = wire;
    }

    public static NodeRole of(String word) {
        return WireWord.parse(NodeRole.class, word);
    }

    @Override
    public String wire() {
        return wire;
    }
}
