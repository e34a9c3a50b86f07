package dev.waybill.server.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.protocol.token.Token;
import dev.waybill.protocol.token.TokenKind;
import dev.waybill.server.config.HttpConfig;
import dev.waybill.server.config.ServerConfig;
import dev.waybill.server.config.TlsConfig;
import dev.waybill.server.http.HttpEdge;
import dev.waybill.server.http.route.RouteTable;
import dev.waybill.server.workspace.Caller;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/// The endpoint behind the real HTTP edge on a free port. `at_live_ada` is the token of the agent ada, and so on for any
/// name; `rk_live_key` is the workspace key.
final class TestMcp implements AutoCloseable {
    static final Json JSON = new Json(JsonLimits.DEFAULTS);
    static final McpLimits LIMITS = limits(300, 250);

    final TestOffer offer = new TestOffer();
    final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    final Set<String> revoked = ConcurrentHashMap.newKeySet();
    final McpEndpoint endpoint;
    private final HttpEdge edge;
    private final AtomicLong now = new AtomicLong();

    TestMcp() {
        this(LIMITS);
    }

    TestMcp(McpLimits limits) {
        endpoint =
                new McpEndpoint(
                        offer,
                        new McpEndpoint.Setup(
                                JSON,
                                this::identify,
                                _ -> Optional.empty(),
                                "1.2.3",
                                limits,
                                Set.of("https://app.example"),
                                now::get));
        edge =
                HttpEdge.start(
                        new HttpEdge.Setup(
                                new ServerConfig(
                                        "127.0.0.1",
                                        0,
                                        ServerConfig.DEFAULTS.data(),
                                        0,
                                        Duration.ofSeconds(5)),
                                new HttpConfig(
                                        64 << 10,
                                        8 << 10,
                                        1000,
                                        Duration.ofSeconds(2),
                                        Duration.ofSeconds(10),
                                        0,
                                        100_000,
                                        100_000),
                                TlsConfig.DEFAULTS,
                                new HttpEdge.Api(
                                        RouteTable.of(endpoint.routes()),
                                        List.of(),
                                        this::identify,
                                        _ -> Optional.empty(),
                                        JSON),
                                new HttpEdge.Operations(
                                        "1.2.3",
                                        List::of,
                                        new PrometheusMeterRegistry(PrometheusConfig.DEFAULT))));
    }

    static McpLimits limits(int sessions, int perCaller) {
        return new McpLimits(
                sessions,
                sessions,
                perCaller,
                Duration.ofHours(1),
                Duration.ofMinutes(1),
                Duration.ofMillis(200));
    }

    URI uri() {
        return edge.uri().resolve("/mcp");
    }

    int port() {
        return edge.port();
    }

    TestHost host(String agent) {
        return new TestHost(this, "at_live_" + agent);
    }

    void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }

    /// Waits for something that happens soon.
    static void await(String what, BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + Duration.ofSeconds(15).toNanos();
        while (!condition.getAsBoolean() && System.nanoTime() < deadline) {
            Thread.sleep(Duration.ofMillis(5));
        }
        assertThat(condition.getAsBoolean()).as(what).isTrue();
    }

    @Override
    public void close() {
        endpoint.close();
        edge.close();
        client.close();
    }

    private Optional<Caller> identify(Token token) {
        if (revoked.contains(token.secret())) {
            return Optional.empty();
        }
        WorkspaceId workspace = new WorkspaceId(1);
        String name = token.secret().substring(token.kind().prefix().length());
        return switch (token.kind()) {
            case AGENT ->
                    Optional.of(
                            new Caller.Agent(
                                    workspace, new AgentId(name.hashCode() & 0xffff), name));
            case WORKSPACE -> Optional.of(new Caller.Owner(workspace));
            default -> Optional.empty();
        };
    }

    static String ownerToken() {
        return TokenKind.WORKSPACE.prefix() + "key";
    }
}
