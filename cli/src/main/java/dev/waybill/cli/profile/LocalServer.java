package dev.waybill.cli.profile;

import dev.waybill.cli.command.Options;
import dev.waybill.cli.command.Terminal;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonFault;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.server.Keys;
import dev.waybill.server.config.Config;
import dev.waybill.server.config.ConfigSources;
import dev.waybill.server.config.ServerConfig;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// The server that `waybill up` would start in this folder: where it listens, and the keys that its first start made.
public final class LocalServer {
    private final Config config;

    private LocalServer(Config config) {
        this.config = config;
    }

    public static LocalServer of(Terminal terminal) {
        return new LocalServer(
                Options.config(new ConfigSources(Map.of(), terminal.environment(), Path.of("")))
                        .config());
    }

    /// A server on a port of its own choosing is looked for on the usual one.
    public URI url() {
        ServerConfig server = config.server();
        int port = server.port() == 0 ? ServerConfig.DEFAULTS.port() : server.port();
        return URI.create((config.tls().enabled() ? "https" : "http") + "://127.0.0.1:" + port);
    }

    Path keysFile() {
        return config.server().data().resolve(Keys.FILE);
    }

    /// Empty when there is no such file, or none that this user may read.
    Optional<Keys> keys() {
        try {
            return Files.isReadable(keysFile())
                    ? Optional.of(
                            new Json(JsonLimits.DEFAULTS)
                                    .read(Files.readAllBytes(keysFile()), Keys.class))
                    : Optional.empty();
        } catch (IOException | JsonFault _) {
            return Optional.empty();
        }
    }
}
