package dev.waybill.server.mcp;

import java.net.URI;
import java.util.Set;

/// Keeps web pages out: one that a browser shows may send requests to this machine under another's name. Hosts that are
/// no browsers send no `Origin`.
final class Origins {
    private static final Set<String> THIS_MACHINE = Set.of("localhost", "127.0.0.1", "[::1]");

    private final Set<String> allowed;

    Origins(Set<String> allowed) {
        this.allowed = Set.copyOf(allowed);
    }

    boolean allows(String origin) {
        return allowed.contains(origin) || ofThisMachine(origin);
    }

    private static boolean ofThisMachine(String origin) {
        try {
            String host = URI.create(origin).getHost();
            return host != null && THIS_MACHINE.contains(host);
        } catch (IllegalArgumentException _) {
            return false;
        }
    }
}
