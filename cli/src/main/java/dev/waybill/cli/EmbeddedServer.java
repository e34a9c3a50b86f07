package dev.waybill.cli;

import dev.waybill.cli.command.CommandFailure;
import dev.waybill.cli.command.ExitCode;
import dev.waybill.server.Keys;
import dev.waybill.server.Waybill;
import dev.waybill.server.config.Config;
import dev.waybill.server.store.StoreException;
import java.net.URI;
import java.util.List;
import java.util.Optional;

/// The server of this build, inside this process.
record EmbeddedServer(Waybill server) implements RunningServer {
    static RunningServer start(Config config) {
        try {
            return new EmbeddedServer(Waybill.start(config));
        } catch (StoreException e) {
            if (e.kind() == StoreException.Kind.IN_USE) {
                throw new CommandFailure(
                        ExitCode.DATA_IN_USE, List.of(String.valueOf(e.getMessage())), e);
            }
            throw e;
        }
    }

    @Override
    public URI url() {
        return server.url();
    }

    @Override
    public Optional<Keys> firstKeys() {
        return server.firstKeys();
    }

    @Override
    public void close() {
        server.close();
    }
}
