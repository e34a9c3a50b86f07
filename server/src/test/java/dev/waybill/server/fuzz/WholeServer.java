package dev.waybill.server.fuzz;

import dev.waybill.server.Waybill;
import dev.waybill.server.config.Config;
import dev.waybill.server.config.HttpConfig;
import dev.waybill.server.config.Network;
import dev.waybill.server.config.OutboundConfig;
import dev.waybill.server.config.ServerConfig;
import dev.waybill.server.config.StoreConfig;
import dev.waybill.server.store.TestEngine;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// A running server on SQLite, a client for it, and what it says of its routes.
final class WholeServer implements AutoCloseable {
    final Waybill server;
    final ApiClient client;
    final ApiRoutes routes;
    final TableDigest tables;

    WholeServer(Path folder) {
        server = Waybill.start(config(folder));
        client = new ApiClient(server.url());
        routes = ApiRoutes.of(client);
        tables = new TableDigest(folder);
    }

    static Config config(Path folder) {
        Config defaults = Config.DEFAULTS;
        OutboundConfig outbound = defaults.outbound();
        return new Config(
                new ServerConfig("127.0.0.1", 0, folder, 0, Duration.ofSeconds(5)),
                StoreConfig.DEFAULTS.withDatabase(TestEngine.SQLITE.freshDatabase()),
                withoutThrottle(defaults.http()),
                defaults.tls(),
                defaults.access(),
                defaults.delivery(),
                defaults.files(),
                new OutboundConfig(
                        List.of(Network.of("127.0.0.1")),
                        outbound.timeout(),
                        outbound.giveUpAfter()),
                defaults.push(),
                defaults.redaction(),
                defaults.actions(),
                defaults.network(),
                defaults.nats(),
                defaults.providers(),
                defaults.ui(),
                defaults.log());
    }

    /// Many tokens here are wrong on purpose, and each is to be told why.
    private static HttpConfig withoutThrottle(HttpConfig usual) {
        return new HttpConfig(
                usual.maxBodyBytes(),
                usual.maxHeaderBytes(),
                usual.maxConnections(),
                usual.idleTimeout(),
                usual.headerTimeout(),
                usual.minBytesPerSecond(),
                usual.rateLimit(),
                Integer.MAX_VALUE);
    }

    @Override
    public void close() {
        client.close();
        server.close();
    }
}
