package dev.waybill.protocol.id;

/// Names a channel, or the room behind a direct conversation.
public record ChannelId(long value) implements SnowflakeId {
    public ChannelId {
        SnowflakeId.check("channel id", value);
    }

    /// Reads the decimal form that travels on the wire.
    public static ChannelId parse(String text) {
        return new ChannelId(SnowflakeId.parse("channel id", text));
    }

    @Override
    public String toString() {
        return text();
    }
}
