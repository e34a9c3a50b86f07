package dev.waybill.protocol.message;

/// How a sender wants a message to reach a busy agent, in the two words old clients know.
public enum InjectionMode {
    WAIT("wait"),
    STEER("steer");

    private final String wire;

    InjectionMode(String wire) {
        this.wire = wire;
    }

    public String wire() {
        return wire;
    }
}
