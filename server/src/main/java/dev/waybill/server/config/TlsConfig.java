package dev.waybill.server.config;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// The certificate chain and private key, as PEM files; without them the server speaks plain HTTP.
public record TlsConfig(@Nullable Path certificate, @Nullable Path key, Duration reloadInterval) {
    public static final TlsConfig DEFAULTS = new TlsConfig(null, null, Duration.ofSeconds(5));

    public boolean enabled() {
        return certificate != null && key != null;
    }
}
