package dev.waybill.cli;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonFault;
import dev.waybill.protocol.json.JsonLimits;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a server answers to `GET /ready`.
///
/// Asked through `HttpURLConnection`: for one small request it is ready far sooner than `java.net.http`.
public record Readiness(
        String status, @Nullable String version, @Nullable Map<String, String> checks) {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(3);
    private static final Duration READ_TIMEOUT = Duration.ofSeconds(10);

    /// Throws an [IOException] when nothing answers at that address.
    public static Answer ask(URI server) throws IOException {
        HttpURLConnection connection =
                (HttpURLConnection) server.resolve("/ready").toURL().openConnection();
        connection.setConnectTimeout((int) CONNECT_TIMEOUT.toMillis());
        connection.setReadTimeout((int) READ_TIMEOUT.toMillis());
        connection.setInstanceFollowRedirects(false);
        try {
            int code = connection.getResponseCode();
            try (InputStream body =
                    code < 400 ? connection.getInputStream() : connection.getErrorStream()) {
                return new Answer(
                        code,
                        body == null
                                ? null
                                : parse(body.readNBytes(JsonLimits.DEFAULTS.maxBytes())));
            }
        } finally {
            connection.disconnect();
        }
    }

    private static @Nullable Readiness parse(byte[] body) {
        try {
            return new Json(JsonLimits.DEFAULTS).read(body, Readiness.class);
        } catch (JsonFault _) {
            return null; // whoever answered, it was not a Waybill server
        }
    }

    /// An answer with its HTTP status; without a readiness it is none of ours.
    public record Answer(int code, @Nullable Readiness readiness) {}
}
