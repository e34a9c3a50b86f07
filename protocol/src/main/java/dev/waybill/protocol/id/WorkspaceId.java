package dev.waybill.protocol.id;

/// Names a workspace, the root of everything one tenant owns.
public record WorkspaceId(long value) implements SnowflakeId {
    public WorkspaceId {
        SnowflakeId.check("workspace id", value);
    }

    /// Reads the decimal form that travels on the wire.
    public static WorkspaceId parse(String text) {
        return new WorkspaceId(SnowflakeId.parse("workspace id", text));
    }

    @Override
    public String toString() {
        return text();
    }
}
