package dev.waybill.server.http;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.NodeId;
import dev.waybill.protocol.id.ObserverId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.protocol.observe.ObserverFilters;
import dev.waybill.protocol.token.Token;
import dev.waybill.server.config.HttpConfig;
import dev.waybill.server.config.ServerConfig;
import dev.waybill.server.config.TlsConfig;
import dev.waybill.server.http.route.Problem;
import dev.waybill.server.http.route.Route;
import dev.waybill.server.http.route.RouteTable;
import dev.waybill.server.http.socket.SocketRoute;
import dev.waybill.server.workspace.Caller;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.JsonNode;

/// A real server on a free port with the routes a test gives it. Tokens that end in `known` are known.
final class TestEdge implements AutoCloseable {
    static final Json JSON = new Json(JsonLimits.DEFAULTS);
    static final HttpConfig LIMITS =
            new HttpConfig(
                    1000,
                    4096,
                    100,
                    Duration.ofSeconds(20),
                    Duration.ofSeconds(10),
                    1 << 20,
                    1000,
                    100);

    /// As [#LIMITS], but a request head may take no longer than this.
    static final HttpConfig IMPATIENT =
            new HttpConfig(
                    1000,
                    4096,
                    100,
                    Duration.ofSeconds(20),
                    Duration.ofMillis(300),
                    1 << 20,
                    1000,
                    100);

    final Map<String, Readiness.Check> checks = new ConcurrentHashMap<>();
    final HttpEdge edge;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private TestEdge(int port, HttpConfig limits, TlsConfig tls, Route... routes) {
        this(place(port, Duration.ofSeconds(5)), limits, tls, routes);
    }

    private TestEdge(ServerConfig server, HttpConfig limits, TlsConfig tls, Route... routes) {
        this(server, limits, tls, List.of(), routes);
    }

    private TestEdge(
            ServerConfig server,
            HttpConfig limits,
            TlsConfig tls,
            List<SocketRoute> sockets,
            Route... routes) {
        HttpEdge.Api api =
                new HttpEdge.Api(
                        RouteTable.of(RouteTable.section("Test", routes)),
                        sockets,
                        TestEdge::identify,
                        fault ->
                                fault instanceof MappedFault mapped
                                        ? Optional.of(mapped.problem)
                                        : Optional.empty(),
                        JSON);
        HttpEdge.Operations operations =
                new HttpEdge.Operations(
                        "1.2.3",
                        () -> List.copyOf(checks.values()),
                        new PrometheusMeterRegistry(PrometheusConfig.DEFAULT));
        edge = HttpEdge.start(new HttpEdge.Setup(server, limits, tls, api, operations));
    }

    static TestEdge with(Route... routes) {
        return with(LIMITS, routes);
    }

    static TestEdge with(HttpConfig limits, Route... routes) {
        return new TestEdge(0, limits, TlsConfig.DEFAULTS, routes);
    }

    static TestEdge with(TlsConfig tls, Route... routes) {
        return new TestEdge(0, LIMITS, tls, routes);
    }

    static TestEdge opening(SocketRoute... sockets) {
        return new TestEdge(
                place(0, Duration.ofSeconds(5)), LIMITS, TlsConfig.DEFAULTS, List.of(sockets));
    }

    static TestEdge impatient(TlsConfig tls) {
        return new TestEdge(0, IMPATIENT, tls);
    }

    static TestEdge draining(Duration limit, Route... routes) {
        return new TestEdge(place(0, limit), LIMITS, TlsConfig.DEFAULTS, routes);
    }

    static TestEdge on(String host, int port) {
        ServerConfig place =
                new ServerConfig(
                        host, port, ServerConfig.DEFAULTS.data(), 0, Duration.ofSeconds(5));
        return new TestEdge(place, LIMITS, TlsConfig.DEFAULTS);
    }

    static TestEdge on(int port) {
        return new TestEdge(port, LIMITS, TlsConfig.DEFAULTS);
    }

    /// An exception of a package the edge does not know.
    static final class MappedFault extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final transient Problem problem;

        MappedFault(Problem problem) {
            this.problem = problem;
        }
    }

    HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(edge.uri().resolve(path)).timeout(Duration.ofSeconds(20));
    }

    HttpResponse<String> get(String path) {
        return send(request(path));
    }

    HttpResponse<String> post(String path, String contentType, String body) {
        return send(
                request(path)
                        .header("Content-Type", contentType)
                        .POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    /// The metrics, once they hold a text: a request is measured a moment after its answer has arrived.
    String awaitMetrics(String text) {
        long deadline = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        String metrics = get("/metrics").body();
        while (!metrics.contains(text) && System.nanoTime() < deadline) {
            metrics = get("/metrics").body();
        }
        return metrics;
    }

    RawConnection connect() {
        return new RawConnection(edge.port());
    }

    static JsonNode json(HttpResponse<String> response) {
        return JSON.tree(response.body().getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }

    @Override
    public void close() {
        edge.close();
        client.close();
    }

    private static ServerConfig place(int port, Duration drain) {
        return new ServerConfig("127.0.0.1", port, ServerConfig.DEFAULTS.data(), 0, drain);
    }

    private static Optional<Caller> identify(Token token) {
        if (!token.secret().endsWith("known")) {
            return Optional.empty();
        }
        WorkspaceId workspace = new WorkspaceId(1);
        return Optional.of(
                switch (token.kind()) {
                    case WORKSPACE -> new Caller.Owner(workspace);
                    case AGENT -> new Caller.Agent(workspace, new AgentId(2), "ada");
                    case NODE -> new Caller.Node(workspace, new NodeId("node_3"));
                    case OBSERVER ->
                            new Caller.Observer(
                                    workspace,
                                    new ObserverId("ot_4"),
                                    Set.of(),
                                    ObserverFilters.NONE);
                    case WEBHOOK -> new Caller.Webhook(workspace, "wh_5");
                });
    }
}
