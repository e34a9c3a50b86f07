package dev.waybill.protocol.id;

/// A 64-bit number that grows with time and travels as a decimal string, because JavaScript cannot hold it.
public sealed interface SnowflakeId permits WorkspaceId, AgentId, ChannelId, MessageId {
    long value();

    /// The decimal form that travels on the wire.
    default String text() {
        return Long.toString(value());
    }

    static void check(String what, long value) {
        if (value <= 0) {
            throw new IllegalArgumentException(what + " is not a positive number: " + value);
        }
    }

    static long parse(String what, String text) {
        if (!isCanonical(text)) {
            throw new IllegalArgumentException(what + " is not a decimal number: '" + text + "'");
        }
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(what + " is too large: '" + text + "'", e);
        }
    }

    private static boolean isCanonical(String text) {
        return !text.isEmpty()
                && text.charAt(0) != '0'
                && text.chars().allMatch(c -> c >= '0' && c <= '9');
    }
}
