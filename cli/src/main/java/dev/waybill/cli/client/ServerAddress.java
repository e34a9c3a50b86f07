package dev.waybill.cli.client;

import dev.waybill.cli.command.CommandFailure;
import dev.waybill.cli.command.ExitCode;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Set;

/// Reads the address of a server as a person writes it.
public final class ServerAddress {
    private static final String EXAMPLE = "http://127.0.0.1:7717";

    private static final Set<String> THIS_MACHINE = Set.of("localhost", "[::1]");

    private ServerAddress() {}

    public static URI parse(String text) {
        try {
            URI uri = new URI(text);
            if (List.of("http", "https").contains(String.valueOf(uri.getScheme()))
                    && uri.getHost() != null
                    && uri.getUserInfo() == null) {
                return uri;
            }
        } catch (URISyntaxException _) {
            // said below, as for any other text that is no address
        }
        throw new CommandFailure(
                ExitCode.USAGE,
                "'"
                        + text.replaceFirst("//[^/]*@", "//…@")
                        + "' is not the address of a server, such as "
                        + EXAMPLE);
    }

    /// Whether what is sent there stays on this machine. Only what says so by itself counts; no name is looked up.
    public static boolean isThisMachine(URI server) {
        String host = server.getHost();
        return THIS_MACHINE.contains(host) || host.matches("127(\\.\\d{1,3}){3}");
    }
}
