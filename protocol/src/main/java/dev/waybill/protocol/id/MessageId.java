package dev.waybill.protocol.id;

/// Names a message; later messages of one server have larger ids.
public record MessageId(long value) implements SnowflakeId {
    public MessageId {
        SnowflakeId.check("message id", value);
    }

    /// Reads the decimal form that travels on the wire.
    public static MessageId parse(String text) {
        return new MessageId(SnowflakeId.parse("message id", text));
    }

    @Override
    public String toString() {
        return text();
    }
}
