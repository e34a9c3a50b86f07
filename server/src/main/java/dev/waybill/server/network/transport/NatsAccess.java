package dev.waybill.server.network.transport;

import dev.waybill.server.config.NatsConfig;
import java.net.URI;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Where brokers are and how to sign in there. The files are read at each connection, so that they may be replaced.
record NatsAccess(
        List<URI> servers,
        @Nullable String token,
        @Nullable Path credentials,
        @Nullable Path nkey,
        @Nullable Path ca,
        @Nullable Path certificate,
        @Nullable Path key) {
    private static final Set<String> SCHEMES = Set.of("nats", "tls");

    NatsAccess {
        servers = List.copyOf(servers);
        if (servers.isEmpty()) {
            throw new IllegalArgumentException("nats.url names no server");
        }
    }

    static NatsAccess of(NatsConfig config) {
        return new NatsAccess(
                servers(Objects.requireNonNull(config.url(), "nats.url")),
                config.token(),
                config.credentials(),
                config.nkey(),
                config.tlsCa(),
                config.tlsCertificate(),
                config.tlsKey());
    }

    static NatsAccess local(int port, String token) {
        return new NatsAccess(
                List.of(URI.create("nats://127.0.0.1:" + port)),
                token,
                null,
                null,
                null,
                null,
                null);
    }

    boolean secure() {
        return ca != null
                || certificate != null
                || servers.stream().anyMatch(server -> "tls".equals(server.getScheme()));
    }

    /// The first server; the others are asked when it does not answer.
    URI first() {
        return servers.getFirst();
    }

    /// Without anything that signs in.
    @Override
    public String toString() {
        return "NATS at " + servers.stream().map(NatsAccess::place).toList();
    }

    private static String place(URI server) {
        return server.getHost() + ":" + server.getPort();
    }

    private static List<URI> servers(String urls) {
        return Arrays.stream(urls.split(","))
                .map(String::strip)
                .filter(url -> !url.isEmpty())
                .map(NatsAccess::server)
                .toList();
    }

    /// What is wrong with it is not said in its own words: a URL may hold a password.
    private static URI server(String url) {
        URI uri;
        try {
            uri = URI.create(url.contains("://") ? url : "nats://" + url);
        } catch (IllegalArgumentException _) {
            throw new IllegalArgumentException("nats.url holds something that is no URL");
        }
        if (uri.getHost() == null || !SCHEMES.contains(uri.getScheme())) {
            throw new IllegalArgumentException(
                    "nats.url takes nats://host:port and tls://host:port, with commas between several");
        }
        return uri.getPort() < 0 ? URI.create(uri + ":4222") : uri;
    }
}
