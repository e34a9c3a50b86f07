package dev.waybill.cli;

import dev.waybill.cli.command.Terminal;
import dev.waybill.cli.command.Terminal.Colour;
import dev.waybill.server.Keys;
import dev.waybill.server.Product;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;

/// What `waybill up` says once the server accepts requests.
record WelcomeText(Terminal terminal, Path data) {
    String of(RunningServer server) {
        return """

               %s

                 URL    %s
                 Docs   %s
                 Data   %s

               %s
               Press Ctrl-C to stop."""
                .formatted(
                        terminal.paint(Colour.BOLD, "Waybill " + Product.version() + " is up"),
                        server.url(),
                        server.url().resolve("/docs"),
                        data.toAbsolutePath().normalize(),
                        server.firstKeys()
                                .map(keys -> first(server.url(), keys))
                                .orElseGet(this::later));
    }

    private String first(URI url, Keys keys) {
        return """
               Workspace %s was created. This is its key; it is not shown again, but kept in %s:

                 %s

               Send a first message as agent %s:

                 curl -X POST %s \\
                   -H 'Authorization: Bearer %s' \\
                   -H 'Content-Type: application/json' \\
                   -d '{"text":"hello"}'
               """
                .formatted(
                        keys.workspace(),
                        keysFile(),
                        terminal.paint(Colour.BOLD, keys.workspaceKey()),
                        keys.agent(),
                        url.resolve("/v1/channels/general/messages"),
                        keys.agentToken());
    }

    private String later() {
        String place = Files.exists(keysFile()) ? "in " + keysFile() : "nowhere else";
        return "The workspace key was shown at the first start; it is kept " + place + ".\n";
    }

    private Path keysFile() {
        return data.resolve(Keys.FILE).toAbsolutePath().normalize();
    }
}
