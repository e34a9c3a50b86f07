package dev.waybill.protocol.network;

/// The conversation that something is said in.
public sealed interface Place {
    /// Open to the whole channel.
    record InThread(ThreadId thread) implements Place {}

    /// Between two peers.
    record InRoom(DirectId room) implements Place {}

    /// The word on the wire for this sort of place.
    default String surface() {
        return switch (this) {
            case InThread _ -> "thread";
            case InRoom _ -> "direct";
        };
    }
}
