package dev.waybill.browser;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import tools.jackson.databind.JsonNode;

/// A server's API, asked plainly. Whatever it refuses fails the test.
final class Api {
    private static final Json JSON = new Json(JsonLimits.DEFAULTS);

    private final HttpClient client = HttpClient.newHttpClient();
    private final String url;

    Api(String url) {
        this.url = url;
    }

    /// What is in the envelope of the answer.
    JsonNode get(String path, String token) {
        return bareGet(path, token).path("data");
    }

    /// The whole answer.
    JsonNode bareGet(String path, String token) {
        return answer(request(path, token).GET());
    }

    /// What is in the envelope of the answer.
    JsonNode post(String path, String token, String body) {
        return bare(path, token, body).path("data");
    }

    /// The whole answer.
    JsonNode bare(String path, String token, String body) {
        return answer(
                request(path, token)
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(body, UTF_8)));
    }

    /// Bytes, to an address that the server gave out.
    void put(String address, String content) {
        answer(HttpRequest.newBuilder(URI.create(address)).PUT(BodyPublishers.ofString(content)));
    }

    /// As a JSON string.
    static String quoted(String text) {
        return JSON.text(text);
    }

    /// As a part of a path.
    static String part(String text) {
        return URLEncoder.encode(text, UTF_8).replace("+", "%20");
    }

    private HttpRequest.Builder request(String path, String token) {
        return HttpRequest.newBuilder(URI.create(url + path))
                .header("Authorization", "Bearer " + token);
    }

    private JsonNode answer(HttpRequest.Builder asked) {
        HttpRequest request = asked.build();
        try {
            HttpResponse<String> response = client.send(request, BodyHandlers.ofString(UTF_8));
            assertThat(response.statusCode())
                    .as(request.uri() + " " + response.body())
                    .isBetween(200, 299);
            return JSON.tree(response.body().isEmpty() ? "{}" : response.body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
