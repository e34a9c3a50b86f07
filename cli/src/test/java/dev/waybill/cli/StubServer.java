package dev.waybill.cli;

import dev.waybill.server.config.Config;
import java.net.URI;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A server that only pretends to run.
class StubServer implements RunningServer {
    static final Welcome WELCOME =
            new Welcome("default", "rk_live_key", "first-agent", "at_live_token");

    private final Config config;
    private final @Nullable Welcome welcome;
    private boolean closed;

    StubServer(Config config, @Nullable Welcome welcome) {
        this.config = config;
        this.welcome = welcome;
    }

    @Override
    public URI url() {
        return URI.create("http://127.0.0.1:" + config.server().port());
    }

    @Override
    public Optional<Welcome> welcome() {
        return Optional.ofNullable(welcome);
    }

    boolean closed() {
        return closed;
    }

    @Override
    public void close() {
        closed = true;
    }
}
