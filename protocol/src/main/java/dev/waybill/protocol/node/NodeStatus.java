package dev.waybill.protocol.node;

import dev.waybill.protocol.wire.WireWord;

/// Whether a node was heard of lately.
public enum NodeStatus implements WireWord {
    ONLINE("online"),
    OFFLINE("offline");

    private final String wire;

    NodeStatus(String wire) {
        this.wire = wire;
    }

    public static NodeStatus of(String word) {
        return WireWord.parse(NodeStatus.class, word);
    }

    @Override
    public String wire() {
        return wire;
    }
}
