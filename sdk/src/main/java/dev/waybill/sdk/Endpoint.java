package dev.waybill.sdk;

import java.net.URI;
import java.net.http.HttpClient;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// Where a server is, and the one HTTP client that everything of a [Relay] shares.
final class Endpoint implements AutoCloseable {
    private final URI server;
    private final RelayOptions options;
    private final ExecutorService threads;
    private final HttpClient http;

    Endpoint(String url, RelayOptions options) {
        this.server = checked(url);
        this.options = options;
        this.threads =
                Executors.newThreadPerTaskExecutor(
                        Thread.ofVirtual().name("waybill-sdk-", 0).factory());
        this.http =
                HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .connectTimeout(options.connectTimeout())
                        .executor(threads)
                        .build();
    }

    Api api(String token) {
        return new Api(this, token);
    }

    URI http(String pathAndQuery) {
        return server.resolve(pathAndQuery);
    }

    URI socket(String path) {
        String scheme = server.getScheme().equals("https") ? "wss" : "ws";
        return URI.create(scheme + "://" + server.getRawAuthority() + path);
    }

    HttpClient client() {
        return http;
    }

    RelayOptions options() {
        return options;
    }

    @Override
    public void close() {
        http.shutdownNow();
        threads.shutdown();
    }

    @Override
    public String toString() {
        return server.toString();
    }

    private static URI checked(String url) {
        URI uri;
        try {
            uri = URI.create(url);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("'" + url + "' is not the address of a server", e);
        }
        boolean web = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
        if (!web || uri.getHost() == null) {
            throw new IllegalArgumentException(
                    "'" + url + "' is not the address of a server, such as http://127.0.0.1:7717");
        }
        return URI.create(uri.getScheme() + "://" + uri.getRawAuthority());
    }
}
