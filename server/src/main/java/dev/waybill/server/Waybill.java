package dev.waybill.server;

import dev.waybill.server.config.Config;
import dev.waybill.server.config.ServerConfig;
import dev.waybill.server.http.HttpEdge;
import java.net.URI;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A running server.
public final class Waybill implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Waybill.class);

    private final Parts parts;
    private final HttpEdge edge;
    private final Optional<Keys> firstKeys;

    private Waybill(Parts parts, HttpEdge edge, Optional<Keys> firstKeys) {
        this.parts = parts;
        this.edge = edge;
        this.firstKeys = firstKeys;
    }

    /// Listens when it returns; when it throws, nothing is left open.
    public static Waybill start(Config config) {
        return start(config, Outside.NONE);
    }

    static Waybill start(Config config, Outside outside) {
        Parts parts = new Parts();
        try {
            Core core = Core.open(config, outside, parts);
            HttpEdge edge = parts.add(HttpEdge.start(core.edge()));
            // Not before: keys made by a start that fails would never be shown.
            Optional<Keys> firstKeys = core.firstStart();
            warnWhenExposed(config);
            return new Waybill(parts, edge, firstKeys);
        } catch (RuntimeException e) {
            parts.close();
            throw e;
        }
    }

    public URI url() {
        return edge.uri();
    }

    /// What a first start on an empty store has made; empty at every later start.
    public Optional<Keys> firstKeys() {
        return firstKeys;
    }

    /// Takes no new requests, lets those under way finish within the drain timeout, and releases everything.
    @Override
    public void close() {
        parts.close();
    }

    private static void warnWhenExposed(Config config) {
        ServerConfig server = config.server();
        if (!server.loopback() && !config.tls().enabled()) {
            LOG.warn(
                    "NOT ENCRYPTED: {} can be reached from other machines and no TLS is configured, so tokens and"
                            + " messages travel in the clear. Set tls.certificate and tls.key, or put a TLS proxy in"
                            + " front and listen on 127.0.0.1.",
                    server.host());
        }
    }
}
