package dev.waybill.cli;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonFault;
import dev.waybill.protocol.json.JsonLimits;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a server answers to `GET /ready` when it is.
///
/// Asked through `HttpURLConnection`: a process that makes one small request took 39 ms with it and 437 ms with
/// `java.net.http`, both from an AOT cache.
public record Readiness(String status, @Nullable String version, List<Check> checks) {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(3);
    private static final Duration READ_TIMEOUT = Duration.ofSeconds(10);

    /// One part of the server; the message says what is wrong with it.
    public record Check(String name, boolean ok, @Nullable String message) {}

    /// The answer as it was sent: with data when the server is ready, else with an error.
    public record Envelope(boolean ok, @Nullable Readiness data, @Nullable Fault error) {}

    /// Why the server is not ready.
    public record Fault(String code, String message) {}

    /// An answer with its HTTP status; without an envelope it is none of ours.
    public record Answer(int code, @Nullable Envelope envelope) {}

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

    private static @Nullable Envelope parse(byte[] body) {
        try {
            return new Json(JsonLimits.DEFAULTS).read(body, Envelope.class);
        } catch (JsonFault _) {
            return null; // whoever answered, it was not a Waybill server
        }
    }
}
