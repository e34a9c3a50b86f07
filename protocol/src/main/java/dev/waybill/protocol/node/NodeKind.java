package dev.waybill.protocol.node;

import dev.waybill.protocol.wire.WireWord;

/// How a node is spoken to.
public enum NodeKind implements WireWord {
    WS("ws"),
    HTTP_PUSH("http_push"),
    POLL("poll");

    private final String wire;

    NodeKind(String wire) {
        this.wire = wire;
    }

    public static NodeKind of(String word) {
        return WireWord.parse(NodeKind.class, word);
    }

    @Override
    public String wire() {
        return wire;
    }
}
