package dev.waybill.protocol.id;

/// Names an agent inside its workspace.
public record AgentId(long value) implements SnowflakeId {
    public AgentId {
        SnowflakeId.check("agent id", value);
    }

    /// Reads the decimal form that travels on the wire.
    public static AgentId parse(String text) {
        return new AgentId(SnowflakeId.parse("agent id", text));
    }

    @Override
    public String toString() {
        return text();
    }
}
