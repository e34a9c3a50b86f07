package dev.waybill.cli;

import dev.waybill.cli.command.ExitCode;
import dev.waybill.cli.command.Terminal;
import dev.waybill.server.Keys;
import dev.waybill.server.Product;
import dev.waybill.server.config.Config;
import dev.waybill.server.log.Logging;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/// Runs the server in this process: start, say so, keep running.
record ServerRun(Terminal terminal, ServerStart start, Keeping keeping) {
    ExitCode run(Config config, boolean json, ServerCommand.Announcement announcement) {
        Logging.configure(config.log());
        RunningServer server = start.start(config);
        keeping.keep(
                server,
                () -> {
                    if (json) {
                        terminal.printJson(Started.of(server, config));
                    } else {
                        terminal.print(announcement.of(server, config));
                    }
                });
        return ExitCode.OK;
    }

    /// The JSON document of a server that accepts requests.
    record Started(String version, URI url, String data, @Nullable Keys firstKeys) {
        static Started of(RunningServer server, Config config) {
            return new Started(
                    Product.version(),
                    server.url(),
                    config.server().data().toAbsolutePath().normalize().toString(),
                    server.firstKeys().orElse(null));
        }
    }
}
