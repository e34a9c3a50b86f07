package dev.waybill.server.config;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// The broker that carries what agents say to peers elsewhere. Without a URL, and not embedded, there is none.
///
/// @param url one or several, with commas between them
/// @param port of the embedded one; -1 takes any free one
public record NatsConfig(
        @Nullable String url,
        boolean embedded,
        String binary,
        int port,
        @Nullable String token,
        @Nullable Path credentials,
        @Nullable Path nkey,
        @Nullable Path tlsCa,
        @Nullable Path tlsCertificate,
        @Nullable Path tlsKey,
        boolean jetstream,
        String stream) {
    public static final NatsConfig DEFAULTS =
            new NatsConfig(
                    null,
                    false,
                    "nats-server",
                    -1,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    false,
                    "WAYBILL_NETWORK");

    /// Without anything that signs in.
    @Override
    public String toString() {
        return "NatsConfig[url=%s, embedded=%s, jetstream=%s, stream=%s]"
                .formatted(url == null ? null : NatsUrl.shown(url), embedded, jetstream, stream);
    }
}
