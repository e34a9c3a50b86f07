package dev.waybill.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.server.config.AccessConfig;
import dev.waybill.server.config.Config;
import dev.waybill.server.config.HttpConfig;
import dev.waybill.server.config.ServerConfig;
import dev.waybill.server.config.StoreConfig;
import dev.waybill.server.store.TestEngine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A whole server on a free port, with a workspace, and a client that speaks to it.
public final class TestServer implements AutoCloseable {
    private static final Json JSON = new Json(JsonLimits.DEFAULTS);

    private final Waybill server;
    private final HttpClient client = HttpClient.newHttpClient();
    private final String key;

    private TestServer(Waybill server) {
        this.server = server;
        this.key = server.firstKeys().orElseThrow().workspaceKey();
    }

    public static TestServer start(Path folder) {
        return start(folder, Config.DEFAULTS.http());
    }

    public static TestServer start(Path folder, HttpConfig http) {
        return new TestServer(
                Waybill.start(
                        new Config(
                                new ServerConfig(
                                        "127.0.0.1",
                                        0,
                                        folder.resolve("data"),
                                        0,
                                        Duration.ofSeconds(5)),
                                StoreConfig.DEFAULTS.withDatabase(
                                        TestEngine.SQLITE.freshDatabase()),
                                http,
                                Config.DEFAULTS.tls(),
                                AccessConfig.DEFAULTS,
                                Config.DEFAULTS.delivery(),
                                Config.DEFAULTS.files(),
                                Config.DEFAULTS.outbound(),
                                Config.DEFAULTS.push(),
                                Config.DEFAULTS.redaction(),
                                Config.DEFAULTS.actions(),
                                Config.DEFAULTS.network(),
                                Config.DEFAULTS.nats(),
                                Config.DEFAULTS.providers(),
                                Config.DEFAULTS.ui(),
                                Config.DEFAULTS.log())));
    }

    /// The key of the workspace that the first start made.
    public String key() {
        return key;
    }

    /// The token of a new agent of that workspace.
    public String agent(String name) {
        Reply reply = post("/v1/agents", key, "{\"name\":\"" + name + "\"}");
        assertThat(reply.status()).isEqualTo(201);
        return reply.data().get("token").asString();
    }

    public Reply get(String path, @Nullable String token) {
        return send(request(path, token));
    }

    public Reply post(String path, @Nullable String token) {
        return send(request(path, token).POST(BodyPublishers.noBody()));
    }

    public Reply post(String path, @Nullable String token, String body) {
        return send("POST", path, token, body);
    }

    public Reply patch(String path, @Nullable String token, String body) {
        return send("PATCH", path, token, body);
    }

    public Reply put(String path, @Nullable String token, String body) {
        return send("PUT", path, token, body);
    }

    public Reply delete(String path, @Nullable String token) {
        return send(request(path, token).DELETE());
    }

    public URI url() {
        return server.url();
    }

    @Override
    public void close() {
        client.close();
        server.close();
    }

    private Reply send(String method, String path, @Nullable String token, String body) {
        return send(
                request(path, token)
                        .header("Content-Type", "application/json")
                        .method(method, BodyPublishers.ofString(body)));
    }

    private Reply send(HttpRequest.Builder request) {
        try {
            return new Reply(client.send(request.build(), BodyHandlers.ofString()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted", e);
        }
    }

    private HttpRequest.Builder request(String path, @Nullable String token) {
        HttpRequest.Builder request = HttpRequest.newBuilder(server.url().resolve(path));
        return token == null ? request : request.header("Authorization", "Bearer " + token);
    }

    /// What the server said.
    public record Reply(HttpResponse<String> response) {
        public int status() {
            return response.statusCode();
        }

        public JsonNode data() {
            assertThat(status()).as(response.body()).isBetween(200, 299);
            return JSON.tree(response.body()).get("data");
        }

        /// A field of each item of a list.
        public List<String> each(String field) {
            return StreamSupport.stream(data().spliterator(), false)
                    .map(item -> item.get(field).asString())
                    .toList();
        }

        public String header(String name) {
            return response.headers().firstValue(name).orElse("");
        }

        /// What the refusal says of itself.
        public JsonNode refused(int status, String code) {
            JsonNode error = JSON.tree(response.body()).path("error");
            assertThat(error.path("code").asString()).isEqualTo(code);
            assertThat(status()).isEqualTo(status);
            return error;
        }
    }
}
