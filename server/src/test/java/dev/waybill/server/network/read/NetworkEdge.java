package dev.waybill.server.network.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.protocol.observe.ObserverFilters;
import dev.waybill.protocol.observe.ObserverScope;
import dev.waybill.protocol.token.Token;
import dev.waybill.server.config.HttpConfig;
import dev.waybill.server.config.ServerConfig;
import dev.waybill.server.config.TlsConfig;
import dev.waybill.server.http.HttpEdge;
import dev.waybill.server.http.api.CoreFaults;
import dev.waybill.server.http.api.NetworkRoutes;
import dev.waybill.server.http.route.RouteTable;
import dev.waybill.server.workspace.Caller;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The routes of the network behind a real listener, with tokens that say who their holder is.
final class NetworkEdge implements AutoCloseable {
    static final String OWNER = "rk_live_owner";
    static final String ALICE = "at_live_alice";
    static final String BOB = "at_live_bob";
    static final String OBSERVER = "ot_live_open";
    static final String FILTERED = "ot_live_filtered";

    private static final Json JSON = new Json(JsonLimits.STORED);

    private final HttpEdge edge;
    private final HttpClient client = HttpClient.newHttpClient();

    NetworkEdge(NetworkRows rows, ScriptedDesk desk) {
        RouteTable table = new RouteTable(new NetworkRoutes(desk, rows.reads, JSON).sections());
        edge =
                HttpEdge.start(
                        new HttpEdge.Setup(
                                new ServerConfig(
                                        "127.0.0.1",
                                        0,
                                        ServerConfig.DEFAULTS.data(),
                                        0,
                                        Duration.ofSeconds(5)),
                                HttpConfig.DEFAULTS,
                                TlsConfig.DEFAULTS,
                                new HttpEdge.Api(
                                        table,
                                        List.of(),
                                        NetworkEdge::identify,
                                        new CoreFaults(),
                                        JSON),
                                new HttpEdge.Operations(
                                        "1",
                                        List::of,
                                        new PrometheusMeterRegistry(PrometheusConfig.DEFAULT))));
    }

    private static Optional<Caller> identify(Token token) {
        return switch (token.secret()) {
            case OWNER -> Optional.of(NetworkRows.OWNER);
            case ALICE -> Optional.of(NetworkRows.ALICE);
            case BOB -> Optional.of(NetworkRows.BOB);
            case OBSERVER -> Optional.of(NetworkRows.OBSERVER);
            case FILTERED ->
                    Optional.of(
                            NetworkRows.observer(
                                    new ObserverFilters(
                                            null, List.of("general"), null, null, null, null, null),
                                    ObserverScope.MESSAGES_READ));
            default -> Optional.empty();
        };
    }

    HttpResponse<String> get(String path, String token) {
        return send("GET", path, token, null);
    }

    HttpResponse<String> send(String method, String path, String token, @Nullable String body) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(edge.uri().resolve("/v1/network" + path))
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
            return client.send(request.build(), BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted", e);
        }
    }

    static JsonNode json(HttpResponse<String> response, int status) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        return JSON.tree(response.body());
    }

    /// What the answer is about, on success.
    JsonNode data(String path, String token) {
        return json(get(path, token), 200).path("data");
    }

    void refused(String path, String token, int status, String code) {
        assertThat(json(get(path, token), status).at("/error/code").asString()).isEqualTo(code);
    }

    @Override
    public void close() {
        edge.close();
        client.close();
    }
}
