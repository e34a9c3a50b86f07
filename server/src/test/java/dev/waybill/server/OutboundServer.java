package dev.waybill.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.attempt.AttemptLimits;
import dev.waybill.server.attempt.FakeProvider;
import dev.waybill.server.attempt.Origins;
import dev.waybill.server.attempt.Permits;
import dev.waybill.server.config.DatabaseTarget;
import dev.waybill.server.config.OutboundConfig;
import dev.waybill.server.outbound.Patience;
import dev.waybill.server.provider.Credential;
import dev.waybill.server.provider.Provider;
import dev.waybill.server.provider.StubProvider;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A whole server with one provider, which is a stub on loopback.
public final class OutboundServer implements AutoCloseable {
    public static final String HANDLE =
            "{\"provider\":\"github\",\"surface\":\"issue_comment\",\"targetRef\":\"o/r#1\"}";

    /// The stand-in's secret; it may be seen nowhere.
    public static final String TOKEN = "ghp_do_not_show_this_secret_to_anyone";

    /// Tries again at once, and looks soon what became of something.
    static final AttemptLimits QUICK = limits(Duration.ZERO, Duration.ofSeconds(1));

    private final WholeServer server;
    private final StubProvider stub;

    private OutboundServer(WholeServer server, StubProvider stub) {
        this.server = server;
        this.stub = stub;
    }

    /// How a server is made that others are like.
    public record Setup(
            Provider provider,
            Permits permits,
            @Nullable Origins origins,
            Duration spacing,
            Duration settle,
            Duration timeout) {
        public static final Setup QUICK =
                new Setup(
                        new FakeProvider(),
                        Permits.ALL,
                        null,
                        Duration.ZERO,
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(5));

        public Setup with(Permits rules) {
            return new Setup(provider, rules, origins, spacing, settle, timeout);
        }

        public Setup with(Origins items) {
            return new Setup(provider, permits, items, spacing, settle, timeout);
        }

        public Setup spaced(Duration pause) {
            return new Setup(provider, permits, origins, pause, settle, timeout);
        }
    }

    public static OutboundServer start(
            DatabaseTarget database, int worker, Path data, StubProvider stub, Setup setup) {
        return new OutboundServer(whole(database, worker, data, stub.url(), setup), stub);
    }

    /// The same without a stub of its own.
    static WholeServer whole(
            DatabaseTarget database, int worker, Path data, String url, Setup setup) {
        return WholeServer.start(database, worker, data, calling(setup), outside(url, setup));
    }

    /// The stand-in, with a credential that leads to the address.
    static Outside outside(String url, Setup setup) {
        Credential credential =
                new Credential("default", Map.of("token", TOKEN, "base-url", url), true);
        return new Outside(
                List.of(setup.provider()),
                (_, provider, _) ->
                        provider.equals(setup.provider().name())
                                ? Optional.of(credential)
                                : Optional.empty(),
                setup.permits(),
                setup.origins(),
                limits(setup.spacing(), setup.settle()));
    }

    static OutboundConfig calling(Setup setup) {
        return new OutboundConfig(
                List.of(), setup.timeout(), Duration.ofDays(3), setup.spacing(), false);
    }

    private static AttemptLimits limits(Duration spacing, Duration settle) {
        return new AttemptLimits(
                spacing,
                5,
                new Patience(Duration.ofMillis(10), Duration.ofMillis(50)),
                settle,
                Duration.ofMillis(300),
                3,
                Duration.ofSeconds(4),
                Duration.ofMillis(100),
                64,
                false,
                1000);
    }

    public WholeServer whole() {
        return server;
    }

    public StubProvider stub() {
        return stub;
    }

    public String key() {
        return server.workspaceKey();
    }

    public WholeServer.Reply post(String path, String body) {
        return server.post(path, key(), body);
    }

    public WholeServer.Reply get(String path) {
        return server.get(path, key());
    }

    /// With an idempotency key in the header.
    public WholeServer.Reply keyed(String path, String body, String idempotencyKey) {
        return server.send(
                HttpRequest.newBuilder(server.uri(path))
                        .header("Authorization", "Bearer " + key())
                        .header("Content-Type", "application/json")
                        .header("Idempotency-Key", idempotencyKey)
                        .POST(BodyPublishers.ofString(body)));
    }

    public WholeServer.Reply invoke(String operation, String input, String more) {
        return post("/deliveries/invoke", body(operation, input, more));
    }

    public WholeServer.Reply invoke(String operation, String input) {
        return invoke(operation, input, "");
    }

    public static String body(String operation, String input, String more) {
        return "{\"deliveryHandle\":"
                + (more.contains("\"deliveryHandle\"") ? "" : HANDLE)
                + ",\"operation\":\""
                + operation
                + "\",\"input\":"
                + input
                + more
                + "}";
    }

    public JsonNode show(String id) {
        return get("/deliveries/" + id).body();
    }

    public String status(String id) {
        return show(id).path("status").asString();
    }

    /// Waits until the attempt is so.
    public void awaitStatus(String id, String status) {
        WholeServer.await(id + " is " + status, () -> status(id).equals(status));
    }

    /// The only attempt there is.
    public String only() {
        JsonNode all = get("/deliveries").body().path("deliveries");
        assertThat(all).hasSize(1);
        return all.get(0).path("deliveryId").asString();
    }

    @Override
    public void close() {
        server.close();
        stub.close();
    }
}
