package dev.waybill.clients;

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
import dev.waybill.server.http.route.Authenticator;
import dev.waybill.server.http.route.RouteTable;
import dev.waybill.server.mcp.McpEndpoint;
import dev.waybill.server.mcp.McpLimits;
import dev.waybill.server.workspace.Caller;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The real HTTP edge and the real MCP endpoint on a free port, with what the conformance suite expects behind them.
final class SuiteServer implements AutoCloseable {
    private static final Caller CALLER =
            new Caller.Agent(new WorkspaceId(1), new AgentId(2), "suite");
    private static final HttpConfig LIMITS =
            new HttpConfig(
                    1 << 20,
                    16 << 10,
                    1000,
                    Duration.ofSeconds(30),
                    Duration.ofSeconds(10),
                    0,
                    1_000_000,
                    1_000_000);

    private final Token token = Token.mint(TokenKind.AGENT, new SecureRandom());
    private final McpEndpoint endpoint;
    private final HttpEdge edge;

    private SuiteServer() {
        Json json = new Json(JsonLimits.DEFAULTS);
        Authenticator authenticator =
                shown -> shown.equals(token) ? Optional.of(CALLER) : Optional.empty();
        endpoint =
                new McpEndpoint(
                        new SuiteOffer(),
                        new McpEndpoint.Setup(
                                json,
                                authenticator,
                                _ -> Optional.empty(),
                                "1.2.3",
                                McpLimits.DEFAULTS,
                                Set.of(),
                                System::nanoTime));
        edge =
                HttpEdge.start(
                        new HttpEdge.Setup(
                                new ServerConfig(
                                        "127.0.0.1",
                                        0,
                                        ServerConfig.DEFAULTS.data(),
                                        0,
                                        Duration.ofSeconds(5)),
                                LIMITS,
                                TlsConfig.DEFAULTS,
                                new HttpEdge.Api(
                                        RouteTable.of(endpoint.routes()),
                                        List.of(),
                                        authenticator,
                                        _ -> Optional.empty(),
                                        json),
                                new HttpEdge.Operations(
                                        "1.2.3",
                                        List::of,
                                        new PrometheusMeterRegistry(PrometheusConfig.DEFAULT))));
    }

    static SuiteServer start() {
        return new SuiteServer();
    }

    URI mcp() {
        return edge.uri().resolve("/mcp");
    }

    String token() {
        return token.secret();
    }

    @Override
    public void close() {
        endpoint.close();
        edge.close();
    }
}
