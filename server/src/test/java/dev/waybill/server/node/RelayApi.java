package dev.waybill.server.node;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.server.TestServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Speaks HTTP to a server, in whatever process it runs.
final class RelayApi implements AutoCloseable {
    static final Json JSON = new Json(JsonLimits.DEFAULTS);
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final HttpClient client = HttpClient.newHttpClient();
    private final URI url;
    private final String key;
    private @Nullable TestServer server;

    RelayApi(URI url, String key) {
        this.url = url;
        this.key = key;
    }

    static RelayApi of(TestServer server) {
        return new RelayApi(server.url(), server.key());
    }

    /// With a server of its own, which ends with it.
    static RelayApi start(Path folder) {
        TestServer server = TestServer.start(folder);
        RelayApi api = new RelayApi(server.url(), server.key());
        api.server = server;
        return api;
    }

    String key() {
        return key;
    }

    URI url() {
        return url;
    }

    /// The token of a new agent.
    String agent(String name) {
        return post("/v1/agents", key, "{\"name\":\"" + name + "\"}")
                .data()
                .get("token")
                .asString();
    }

    /// A new node that may host many agents, with its token.
    JsonNode node(String name) {
        return post("/v1/nodes", key, "{\"name\":\"" + name + "\",\"role\":\"broker\"}").data();
    }

    /// The same, with room for so many.
    JsonNode node(String name, int maxAgents) {
        return post(
                        "/v1/nodes",
                        key,
                        "{\"name\":\"%s\",\"max_agents\":%d}".formatted(name, maxAgents))
                .data();
    }

    JsonNode bind(String node, String agent) {
        return post("/v1/nodes/" + node + "/agents", key, "{\"agent_name\":\"" + agent + "\"}")
                .data();
    }

    int unbind(String node, String agent) {
        return send("DELETE", "/v1/nodes/" + node + "/agents/" + agent, key, null).status();
    }

    /// Sends a direct message and tells its id.
    String tell(String token, String to, String text) {
        return post("/v1/dm", token, "{\"to\":\"" + to + "\",\"text\":\"" + text + "\"}")
                .data()
                .get("id")
                .asString();
    }

    /// Posts to the channel everyone is in and tells the message's id.
    String say(String token, String text) {
        return post("/v1/channels/general/messages", token, "{\"text\":\"" + text + "\"}")
                .data()
                .get("id")
                .asString();
    }

    TestServer.Reply get(String path, String token) {
        return send("GET", path, token, null);
    }

    TestServer.Reply owner(String path) {
        return get(path, key);
    }

    TestServer.Reply post(String path, String token, @Nullable String body) {
        return send("POST", path, token, body);
    }

    TestServer.Reply send(String method, String path, String token, @Nullable String body) {
        try {
            return trySend(method, path, token, body);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The same, where the server may go away meanwhile.
    TestServer.Reply trySend(String method, String path, String token, @Nullable String body)
            throws IOException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(url.resolve(path))
                        .timeout(PATIENCE)
                        .header("Authorization", "Bearer " + token)
                        .method(
                                method,
                                body == null
                                        ? BodyPublishers.noBody()
                                        : BodyPublishers.ofString(body));
        if (body != null) {
            request.header("Content-Type", "application/json");
        }
        try {
            return new TestServer.Reply(client.send(request.build(), BodyHandlers.ofString()));
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted", e);
        }
    }

    @Override
    public void close() {
        client.shutdownNow();
        if (server != null) {
            server.close();
        }
    }
}
