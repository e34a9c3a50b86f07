package dev.waybill.sdk;

import dev.waybill.server.Keys;
import dev.waybill.server.Waybill;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// Serves until it is killed or its input ends. Arguments: data folder, port. Prints its port and, at the first start, the
/// key of its workspace.
final class ServerMain {
    private ServerMain() {}

    public static void main(String[] args) throws IOException {
        Waybill server =
                TestRelay.server(
                        Path.of(args[0]),
                        Integer.parseInt(args[1]),
                        "WAYBILL_DELIVERY_MAILBOX_DEPTH",
                        "100000");
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        out.println(server.url().getPort());
        out.println(server.firstKeys().map(Keys::workspaceKey).orElse("-"));
        while (System.in.read() >= 0) {}
        server.close();
    }
}
