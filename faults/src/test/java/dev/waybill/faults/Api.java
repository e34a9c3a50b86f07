package dev.waybill.faults;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonFault;
import dev.waybill.protocol.json.JsonLimits;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Requests to a server that may not be there.
final class Api implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final HttpClient http =
            HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(Duration.ofSeconds(5))
                    .build();
    private final Json json = new Json(JsonLimits.STORED);

    /// What a server answered.
    record Answer(int status, JsonNode data) {
        boolean good() {
            return status >= 200 && status < 300;
        }

        /// What was asked for; throws where it was refused.
        JsonNode orThrow() {
            if (!good()) {
                throw new IllegalStateException("refused with " + status + ": " + data);
            }
            return data;
        }
    }

    /// The key under which a request may come again, if any, and whether the answer need not repeat what was said.
    record Wish(@Nullable String key, boolean little) {
        static final Wish NONE = new Wish(null, false);
    }

    Answer post(int port, String path, String token, String body) throws IOException {
        return post(port, path, token, body, Wish.NONE);
    }

    Answer post(int port, String path, String token, String body, Wish wish) throws IOException {
        HttpRequest.Builder request =
                request(port, path, token)
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body));
        if (wish.key() != null) {
            request.header("Idempotency-Key", wish.key());
        }
        if (wish.little()) {
            request.header("Prefer", "return=minimal");
        }
        return send(request.build());
    }

    Answer get(int port, String path, String token) throws IOException {
        return get(port, path, token, PATIENCE);
    }

    Answer get(int port, String path, String token, Duration patience) throws IOException {
        return send(request(port, path, token).timeout(patience).build());
    }

    private static HttpRequest.Builder request(int port, String path, String token) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(PATIENCE)
                .header("Authorization", "Bearer " + token);
    }

    private Answer send(HttpRequest request) throws IOException {
        try {
            var answer = http.send(request, BodyHandlers.ofString());
            JsonNode tree = json.tree(answer.body());
            return new Answer(
                    answer.statusCode(), answer.statusCode() < 300 ? tree.path("data") : tree);
        } catch (JsonFault e) {
            throw new IOException("an answer was cut off", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
