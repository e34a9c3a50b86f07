package dev.waybill.protocol.workspace;

/// What an agent last said, or was seen, to be doing.
public enum AgentStatus {
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

    public String wire() {
        return wire;
    }
}
