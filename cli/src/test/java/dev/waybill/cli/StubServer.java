package dev.waybill.cli;

import dev.waybill.server.Keys;
import dev.waybill.server.config.Config;
import java.net.URI;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A server that only pretends to run.
class StubServer implements RunningServer {
    static final Keys FIRST_KEYS =
            new Keys("default", "rk_live_key", "first-agent", "at_live_token");

    private final Config config;
    private final @Nullable Keys firstKeys;
    private boolean closed;

    StubServer(Config config, @Nullable Keys firstKeys) {
        this.config = config;
        this.firstKeys = firstKeys;
    }

    @Override
    public URI url() {
        return URI.create("http://127.0.0.1:" + config.server().port());
    }

    @Override
    public Optional<Keys> firstKeys() {
        return Optional.ofNullable(firstKeys);
    }

    boolean closed() {
        return closed;
    }

    @Override
    public void close() {
        closed = true;
    }
}
