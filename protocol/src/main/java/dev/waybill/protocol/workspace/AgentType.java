package dev.waybill.protocol.workspace;

import dev.waybill.protocol.wire.WireWord;

/// What stands behind an agent's name.
public enum AgentType implements WireWord {
    AGENT("agent"),
    HUMAN("human"),
    SYSTEM("system");

    private final String wire;

    AgentType(String wire) {
        this.wire = wire;
    }

    public static AgentType of(String word) {
        return WireWord.parse(AgentType.class, word);
    }

    @Override
    public String wire() {
        return wire;
    }
}
