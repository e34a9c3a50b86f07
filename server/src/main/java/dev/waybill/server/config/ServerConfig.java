package dev.waybill.server.config;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;

/// Where the server listens, where its data lies, and how long it may take to stop.
public record ServerConfig(String host, int port, Path data, int workerId, Duration drainTimeout) {
    public static final ServerConfig DEFAULTS =
            new ServerConfig("127.0.0.1", 7717, Path.of("data"), 0, Duration.ofSeconds(10));

    /// Whether only this machine can reach the server. A name that cannot be resolved counts as reachable by others.
    public boolean loopback() {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException _) {
            return false;
        }
    }
}
