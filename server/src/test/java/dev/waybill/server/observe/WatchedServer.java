package dev.waybill.server.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.server.Keys;
import dev.waybill.server.Waybill;
import dev.waybill.server.config.Config;
import dev.waybill.server.config.ServerConfig;
import dev.waybill.server.config.StoreConfig;
import dev.waybill.server.store.TestEngine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A real server with its first keys, and those who use it. Bodies may be written with single quotes.
final class WatchedServer implements AutoCloseable {
    static final Json JSON = new Json(JsonLimits.DEFAULTS);

    private static final String GENERAL = "/v1/channels/general/messages";

    final HttpClient client = HttpClient.newHttpClient();
    final Waybill server;
    final Keys keys;
    private final AtomicInteger names = new AtomicInteger();

    WatchedServer(TestEngine engine, Path data) {
        Config defaults = Config.DEFAULTS;
        server =
                Waybill.start(
                        new Config(
                                new ServerConfig("127.0.0.1", 0, data, 0, Duration.ofSeconds(5)),
                                StoreConfig.DEFAULTS.withDatabase(engine.freshDatabase()),
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
        keys = server.firstKeys().orElseThrow();
    }

    Watcher watch() {
        return watch(keys.workspaceKey());
    }

    Watcher watch(String token) {
        return Watcher.open(client, server.url(), token);
    }

    /// The token of a new observer.
    String observer(String scopes, String filters) {
        return token(observe(scopes, filters));
    }

    JsonNode observe(String scopes, String filters) {
        return data(
                send(
                        "POST",
                        "/v1/observer-tokens",
                        "{'name':'o%d','scopes':[%s],'filters':%s}"
                                .formatted(names.incrementAndGet(), scopes, filters)));
    }

    static String token(JsonNode made) {
        return made.get("token").asString();
    }

    void register(String name) {
        assertThat(send("POST", "/v1/agents", "{'name':'" + name + "'}").statusCode())
                .isEqualTo(201);
    }

    void post(String text) {
        HttpResponse<String> sent =
                send(
                        request(GENERAL, keys.agentToken())
                                .header("Content-Type", "application/json")
                                .POST(BodyPublishers.ofString("{\"text\":\"" + text + "\"}")));
        assertThat(sent.statusCode()).isEqualTo(201);
    }

    /// Somebody tells somebody something in private.
    void tell(String token, String to, String text) {
        HttpResponse<String> sent =
                send(
                        request("/v1/dm", token)
                                .header("Content-Type", "application/json")
                                .POST(
                                        BodyPublishers.ofString(
                                                "{\"to\":\"%s\",\"text\":\"%s\"}"
                                                        .formatted(to, text))));
        assertThat(sent.statusCode()).isEqualTo(201);
    }

    JsonNode get(String path, String token) {
        return data(ask(path, token));
    }

    HttpResponse<String> ask(String path, String token) {
        return send(request(path, token));
    }

    HttpResponse<String> send(String method, String path, @Nullable String body) {
        HttpRequest.Builder request = request(path, keys.workspaceKey());
        return send(
                body == null
                        ? request.method(method, BodyPublishers.noBody())
                        : request.header("Content-Type", "application/json")
                                .method(method, BodyPublishers.ofString(body.replace('\'', '"'))));
    }

    static JsonNode data(HttpResponse<String> response) {
        return JSON.tree(response.body()).get("data");
    }

    /// What a handshake is answered with, up to the end of the error envelope. By hand, because the JDK's client keeps the
    /// body of a refusal to itself.
    String refusal(String token) {
        String head =
                """
                GET /v1/ws?token=%s HTTP/1.1
                Host: localhost
                Connection: Upgrade
                Upgrade: websocket
                Sec-WebSocket-Version: 13
                Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==

                """
                        .formatted(token)
                        .replace("\n", "\r\n");
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.url().getPort())) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
            StringBuilder answer = new StringBuilder();
            while (answer.indexOf("}}") < 0) {
                answer.append((char) socket.getInputStream().read());
            }
            return answer.toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        server.close();
        client.shutdownNow();
    }

    private HttpRequest.Builder request(String path, String token) {
        return HttpRequest.newBuilder(server.url().resolve(path))
                .header("Authorization", "Bearer " + token);
    }

    private HttpResponse<String> send(HttpRequest.Builder request) {
        return client.sendAsync(request.build(), BodyHandlers.ofString()).join();
    }
}
