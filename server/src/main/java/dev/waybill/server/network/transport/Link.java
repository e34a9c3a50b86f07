package dev.waybill.server.network.transport;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// How things stand between this server and its carrier, and since when. `trouble` says why it is not connected,
/// or what does not work although it is.
public record Link(
        State state,
        String carrier,
        @Nullable String host,
        @Nullable Integer port,
        @Nullable String trouble,
        @Nullable Instant since) {
    Link troubled(String words) {
        return new Link(state, carrier, host, port, words, since);
    }

    /// Whether payloads get through now.
    public enum State {
        /// They do.
        CONNECTED,
        /// Not yet: the first connection is being made.
        CONNECTING,
        /// Not any more, until the connection is made again.
        DISCONNECTED
    }
}
