package dev.waybill.protocol.workspace;

/// What stands behind an agent's name.
public enum AgentType {
    AGENT("agent"),
    HUMAN("human"),
    SYSTEM("system");

    private final String wire;

    AgentType(String wire) {
        this.wire = wire;
    }

    public String wire() {
        return wire;
    }
}
