package dev.waybill.server.message;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.server.Waybill;
import dev.waybill.server.config.Config;
import dev.waybill.server.config.ServerConfig;
import dev.waybill.server.config.StoreConfig;
import dev.waybill.server.store.TestEngine;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A running server with three agents, and an HTTP client for it.
final class MessageApi implements AutoCloseable {
    static final String GENERAL = "/v1/channels/general/messages";

    private final HttpClient client = HttpClient.newHttpClient();
    final Json json = new Json(JsonLimits.DEFAULTS);
    final String key;
    final String alice;
    final String bob;
    final String carol;
    private final Waybill server;

    MessageApi(Path folder) throws Exception {
        Config defaults = Config.DEFAULTS;
        server =
                Waybill.start(
                        new Config(
                                new ServerConfig("127.0.0.1", 0, folder, 0, Duration.ofSeconds(5)),
                                StoreConfig.DEFAULTS.withDatabase(
                                        TestEngine.SQLITE.freshDatabase()),
                                defaults.http(),
                                defaults.tls(),
                                defaults.access(),
                                defaults.delivery(),
                                defaults.files(),
                                defaults.outbound(),
                                defaults.push(),
                                defaults.redaction(),
                                defaults.actions(),
                                defaults.network(),
                                defaults.nats(),
                                defaults.providers(),
                                defaults.ui(),
                                defaults.log()));
        key =
                data(post("/v1/workspaces", null, "{\"name\":\"acme\"}"), 201)
                        .get("api_key")
                        .asString();
        alice = agent("alice");
        bob = agent("bob");
        carol = agent("carol");
    }

    @Override
    public void close() {
        server.close();
        client.close();
    }

    HttpResponse<String> keyed(String path, String body) throws Exception {
        return client.send(
                request("POST", path, alice, body).header("Idempotency-Key", "k-" + path).build(),
                BodyHandlers.ofString());
    }

    HttpResponse<String> preferring(String what, String path, String body) throws Exception {
        return client.send(
                request("POST", path, alice, body).header("Prefer", what).build(),
                BodyHandlers.ofString());
    }

    private String agent(String name) throws Exception {
        return data(post("/v1/agents", key, "{\"name\":\"" + name + "\"}"), 201)
                .get("token")
                .asString();
    }

    HttpResponse<String> post(String path, @Nullable String token, String body) throws Exception {
        return send("POST", path, token, body);
    }

    HttpResponse<String> get(String path, String token) throws Exception {
        return send("GET", path, token, null);
    }

    HttpResponse<String> send(
            String method, String path, @Nullable String token, @Nullable String body)
            throws Exception {
        return client.send(request(method, path, token, body).build(), BodyHandlers.ofString());
    }

    private HttpRequest.Builder request(
            String method, String path, @Nullable String token, @Nullable String body) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(server.url().resolve(path))
                        .method(
                                method,
                                body == null
                                        ? BodyPublishers.noBody()
                                        : BodyPublishers.ofString(body));
        if (body != null) {
            request.header("Content-Type", "application/json");
        }
        return token == null ? request : request.header("Authorization", "Bearer " + token);
    }

    JsonNode data(HttpResponse<String> response, int status) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        return json.tree(response.body()).get("data");
    }

    void assertError(HttpResponse<String> response, int status, String code) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        assertThat(json.tree(response.body()).at("/error/code").asString()).isEqualTo(code);
    }

    static String id(JsonNode data) {
        return data.get("id").asString();
    }

    static List<String> names(JsonNode object) {
        return new ArrayList<>(object.propertyNames());
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
