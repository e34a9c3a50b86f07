package dev.waybill.protocol.workspace;

import dev.waybill.protocol.wire.WireWord;

/// What an agent last said, or was seen, to be doing.
public enum AgentStatus implements WireWord {
    ONLINE("online"),
    OFFLINE("offline"),
    AWAY("away"),
    ACTIVE("active"),
    IDLE("idle"),
    BLOCKED("blocked"),
    WAITING("waiting");

    private final String wire;

    AgentStatus(String wire) {
        this.wire = wire;
    }

    public static AgentStatus of(String word) {
        return WireWord.parse(AgentStatus.class, word);
    }

    @Override
    public String wire() {
        return wire;
    }
}
