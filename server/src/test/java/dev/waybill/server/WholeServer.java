package dev.waybill.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.server.config.Config;
import dev.waybill.server.config.DatabaseTarget;
import dev.waybill.server.config.FilesConfig;
import dev.waybill.server.config.NatsConfig;
import dev.waybill.server.config.Network;
import dev.waybill.server.config.NetworkConfig;
import dev.waybill.server.config.OutboundConfig;
import dev.waybill.server.config.ProvidersConfig;
import dev.waybill.server.config.PushConfig;
import dev.waybill.server.config.ServerConfig;
import dev.waybill.server.config.StoreConfig;
import dev.waybill.server.store.TestEngine;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A whole server and a client to talk to it; it can be stopped and started again on the same data.
public final class WholeServer implements AutoCloseable {
    private static final Json JSON = new Json(JsonLimits.DEFAULTS);
    private static final OutboundConfig LOOPBACK =
            new OutboundConfig(
                    List.of(Network.of("127.0.0.0/8")), Duration.ofSeconds(10), Duration.ofDays(3));
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final Config config;
    private final Outside outside;
    private final HttpClient client = HttpClient.newHttpClient();
    private final Optional<Keys> keys;
    private Waybill server;

    private WholeServer(Config config) {
        this(config, Outside.NONE);
    }

    private WholeServer(Config config, Outside outside) {
        this.config = config;
        this.outside = outside;
        this.server = Waybill.start(config, outside);
        this.keys = server.firstKeys();
    }

    /// One that has something to do outside.
    static WholeServer start(
            DatabaseTarget database,
            int worker,
            Path data,
            OutboundConfig outbound,
            Outside outside) {
        return new WholeServer(
                config(database, worker, data, outbound, PushConfig.DEFAULTS, NatsConfig.DEFAULTS),
                outside);
    }

    /// One whose operator has credentials of providers, and that asks them without pauses.
    static WholeServer start(TestEngine engine, Path data, ProvidersConfig providers) {
        OutboundConfig outbound =
                new OutboundConfig(
                        List.of(), Duration.ofSeconds(5), Duration.ofDays(3), Duration.ZERO, false);
        Config plain =
                config(
                        engine.freshDatabase(),
                        0,
                        data,
                        outbound,
                        PushConfig.DEFAULTS,
                        NatsConfig.DEFAULTS);
        return new WholeServer(
                with(plain, providers),
                new Outside(List.of(), null, null, null, OutboundServer.QUICK));
    }

    private static Config with(Config config, ProvidersConfig providers) {
        return new Config(
                config.server(),
                config.store(),
                config.http(),
                config.tls(),
                config.access(),
                config.delivery(),
                config.files(),
                config.outbound(),
                config.push(),
                config.redaction(),
                config.actions(),
                config.network(),
                config.nats(),
                providers,
                config.ui(),
                config.log());
    }

    public static WholeServer start(TestEngine engine, Path data) {
        return start(engine, data, new FilesConfig(64L << 20, 100L << 20));
    }

    public static WholeServer start(TestEngine engine, Path data, FilesConfig files) {
        return start(engine, data, files, LOOPBACK);
    }

    public static WholeServer start(TestEngine engine, Path data, OutboundConfig outbound) {
        return start(engine, data, FilesConfig.DEFAULTS, outbound);
    }

    /// One of several servers that may share a database.
    public static WholeServer start(
            DatabaseTarget database,
            int worker,
            Path data,
            OutboundConfig outbound,
            PushConfig push) {
        return new WholeServer(config(database, worker, data, outbound, push, NatsConfig.DEFAULTS));
    }

    /// One of several servers on a database that talk to others over that broker.
    public static WholeServer start(
            DatabaseTarget database, int worker, Path data, NatsConfig nats) {
        return new WholeServer(
                config(
                        database,
                        worker,
                        data,
                        OutboundConfig.DEFAULTS,
                        Config.DEFAULTS.push(),
                        nats));
    }

    private static Config config(
            DatabaseTarget database,
            int worker,
            Path data,
            OutboundConfig outbound,
            PushConfig push,
            NatsConfig nats) {
        Config defaults = Config.DEFAULTS;
        return new Config(
                new ServerConfig("127.0.0.1", 0, data, worker, Duration.ofSeconds(5)),
                StoreConfig.DEFAULTS.withDatabase(database),
                defaults.http(),
                defaults.tls(),
                defaults.access(),
                defaults.delivery(),
                defaults.files(),
                outbound,
                push,
                defaults.redaction(),
                defaults.actions(),
                defaults.network(),
                nats,
                defaults.providers(),
                defaults.ui(),
                defaults.log());
    }

    /// One that talks to others over that broker.
    public static WholeServer start(
            TestEngine engine, Path data, NetworkConfig network, NatsConfig nats) {
        return start(engine, data, FilesConfig.DEFAULTS, OutboundConfig.DEFAULTS, network, nats);
    }

    private static WholeServer start(
            TestEngine engine, Path data, FilesConfig files, OutboundConfig outbound) {
        Config defaults = Config.DEFAULTS;
        return start(engine, data, files, outbound, defaults.network(), defaults.nats());
    }

    private static WholeServer start(
            TestEngine engine,
            Path data,
            FilesConfig files,
            OutboundConfig outbound,
            NetworkConfig network,
            NatsConfig nats) {
        Config defaults = Config.DEFAULTS;
        return new WholeServer(
                new Config(
                        new ServerConfig("127.0.0.1", 0, data, 0, Duration.ofSeconds(5)),
                        StoreConfig.DEFAULTS.withDatabase(engine.freshDatabase()),
                        defaults.http(),
                        defaults.tls(),
                        defaults.access(),
                        defaults.delivery(),
                        files,
                        outbound,
                        defaults.push(),
                        defaults.redaction(),
                        defaults.actions(),
                        network,
                        nats,
                        defaults.providers(),
                        defaults.ui(),
                        defaults.log()));
    }

    public String workspaceKey() {
        return keys.orElseThrow().workspaceKey();
    }

    public String agentToken() {
        return keys.orElseThrow().agentToken();
    }

    public void stop() {
        server.close();
    }

    public void startAgain() {
        server = Waybill.start(config, outside);
    }

    public Reply get(String path, @Nullable String token) {
        return send(request(path, token).GET());
    }

    public Reply post(String path, @Nullable String token, String body) {
        return send(json(request(path, token)).POST(BodyPublishers.ofString(body)));
    }

    /// Asks first, so that a refusal is heard before anything of the body is sent.
    public Reply offer(String path, @Nullable String token, String body) {
        return send(
                json(request(path, token))
                        .expectContinue(true)
                        .POST(BodyPublishers.ofString(body)));
    }

    /// Without a body and without saying what kind of body there is not.
    public Reply post(String path, @Nullable String token) {
        return send(request(path, token).POST(BodyPublishers.noBody()));
    }

    public Reply patch(String path, @Nullable String token, String body) {
        return send(json(request(path, token)).method("PATCH", BodyPublishers.ofString(body)));
    }

    public Reply delete(String path, @Nullable String token) {
        return send(request(path, token).DELETE());
    }

    public Reply send(HttpRequest.Builder request) {
        try {
            HttpResponse<String> response =
                    client.send(request.timeout(PATIENCE).build(), BodyHandlers.ofString());
            return new Reply(response);
        } catch (IOException e) {
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    public URI uri(String path) {
        return server.url().resolve(path);
    }

    /// Looks again and again until it is so.
    public static void await(String what, BooleanSupplier so) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!so.getAsBoolean()) {
            assertThat(System.nanoTime()).as(what).isLessThan(deadline);
            LockSupport.parkNanos(2_000_000);
        }
    }

    private HttpRequest.Builder request(String path, @Nullable String token) {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri(path));
        return token == null ? request : request.header("Authorization", "Bearer " + token);
    }

    private static HttpRequest.Builder json(HttpRequest.Builder request) {
        return request.header("Content-Type", "application/json");
    }

    @Override
    public void close() {
        server.close();
        client.close();
    }

    /// What came back.
    public record Reply(HttpResponse<String> response) {
        public int status() {
            return response.statusCode();
        }

        public JsonNode data() {
            assertThat(status()).as(response.body()).isBetween(200, 299);
            return JSON.tree(response.body()).path("data");
        }

        /// The whole body, where it comes without an envelope.
        public JsonNode body() {
            return JSON.tree(response.body());
        }

        public String text(String field) {
            return data().path(field).asString();
        }

        public void isRefused(int status, String code) {
            assertThat(response.body()).contains("\"" + code + "\"");
            assertThat(status()).isEqualTo(status);
        }
    }
}
