package dev.waybill.cli.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.waybill.cli.client.Credential;
import dev.waybill.cli.command.Terminal;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What the host hears when the server does not do its part.
class TroubleTest {
    private static final String INITIALIZE =
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-11-25\"}}";
    private static final String CALL =
            "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"x\"}}";

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final List<String> seen = new CopyOnWriteArrayList<>();
    private final AtomicInteger sessions = new AtomicInteger();
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile Answering calls = exchange -> reply(exchange, 200, "application/json", "");
    private volatile Answering streams = exchange -> reply(exchange, 405, "text/plain", "");
    private volatile HttpServer server;

    /// What the server does with a call, or with one who listens.
    private interface Answering {
        void answer(HttpExchange exchange) throws IOException;
    }

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/mcp", this::answer);
        server.start();
    }

    @AfterEach
    void stop() {
        over.countDown();
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
        String method = body.replaceAll("(?s).*\"method\":\"([^\"]*)\".*", "$1");
        String place = exchange.getRequestHeaders().getFirst("Last-Event-ID");
        seen.add(
                exchange.getRequestMethod()
                        + (method.isEmpty() ? "" : " " + method)
                        + (place == null ? "" : " " + place));
        if (exchange.getRequestMethod().equals("GET")) {
            streams.answer(exchange);
        } else if (exchange.getRequestMethod().equals("DELETE")) {
            reply(exchange, 204, "text/plain", "");
        } else if (method.equals("initialize")) {
            exchange.getResponseHeaders().set("Mcp-Session-Id", "s" + sessions.incrementAndGet());
            reply(
                    exchange,
                    200,
                    "application/json",
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"protocolVersion\":\"2025-11-25\"}}");
        } else if (method.startsWith("notifications/")) {
            reply(exchange, 202, "text/plain", "");
        } else if (method.equals("resources/subscribe")) {
            String id = body.replaceAll("(?s).*\"id\":(\"[^\"]*\"|[0-9]+).*", "$1");
            reply(
                    exchange,
                    200,
                    "application/json",
                    "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":{}}");
        } else {
            calls.answer(exchange);
        }
    }

    @Test
    void a_call_that_was_begun_is_never_sent_again() throws Exception {
        calls = TroubleTest::cutOff;
        streams = exchange -> reply(exchange, 410, "application/json", "{}");

        run(INITIALIZE, CALL);

        assertThat(seen)
                .containsExactly("POST initialize", "POST tools/call", "GET c1/0", "DELETE");
        assertThat(last()).contains("\"id\":2", "error", "Whether it was done is not known");
    }

    @Test
    void nor_when_the_server_is_gone_before_the_rest_is_asked_for() throws Exception {
        InetSocketAddress address = server.getAddress();
        AtomicInteger again = new AtomicInteger();
        calls =
                exchange -> {
                    cutOff(exchange);
                    server.stop(0);
                    CompletableFuture.delayedExecutor(500, TimeUnit.MILLISECONDS)
                            .execute(() -> restart(address, again));
                };

        run(INITIALIZE, CALL);

        assertThat(again).hasValue(0);
        assertThat(last()).contains("\"id\":2", "error", "no longer has the answer");
    }

    @Test
    void a_request_that_is_taken_without_an_answer_has_failed() throws Exception {
        calls = exchange -> reply(exchange, 202, "text/plain", "");

        run(INITIALIZE, CALL);

        assertThat(last()).contains("\"id\":2", "error", "HTTP 202");
    }

    @Test
    void a_call_that_the_host_has_cancelled_is_not_resumed() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch cancelled = new CountDownLatch(1);
        calls =
                exchange -> {
                    begun.countDown();
                    await(cancelled);
                    cutOff(exchange);
                };
        Bridge bridge = bridge();
        bridge.run(lines(INITIALIZE));
        Thread calling = Thread.startVirtualThread(() -> quietly(bridge, CALL));
        await(begun);
        Thread cancelling =
                Thread.startVirtualThread(
                        () ->
                                quietly(
                                        bridge,
                                        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":2}}"));
        soon("told", () -> seen.contains("POST notifications/cancelled"));
        cancelled.countDown();
        calling.join();
        cancelling.join();

        assertThat(seen).noneMatch(line -> line.startsWith("GET"));
        assertThat(out.toString(UTF_8).lines()).hasSize(1);
    }

    @Test
    void a_session_that_never_lasts_is_given_up() throws Exception {
        calls = exchange -> reply(exchange, 404, "application/json", "{\"jsonrpc\":\"2.0\"}");

        run(INITIALIZE, CALL);

        assertThat(seen).filteredOn("POST tools/call"::equals).hasSize(4);
        assertThat(last())
                .contains("\"id\":2", "as soon as it has begun")
                .doesNotContain("not known");
    }

    @Test
    void a_renewed_session_follows_what_was_followed() throws Exception {
        AtomicInteger times = new AtomicInteger();
        calls =
                exchange -> {
                    if (times.incrementAndGet() == 1) {
                        reply(exchange, 404, "application/json", "{\"jsonrpc\":\"2.0\"}");
                    } else {
                        reply(
                                exchange,
                                200,
                                "application/json",
                                "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}");
                    }
                };

        run(
                INITIALIZE,
                "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"resources/subscribe\",\"params\":{\"uri\":\"relay://inbox\"}}",
                CALL);

        assertThat(seen).filteredOn("POST resources/subscribe"::equals).hasSize(2);
        assertThat(out.toString(UTF_8))
                .contains("notifications/resources/updated")
                .contains("{\"uri\":\"relay://inbox\"}");
    }

    @Test
    void a_stream_that_is_silent_is_left_and_opened_again() throws Exception {
        streams =
                exchange -> {
                    exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
                    exchange.sendResponseHeaders(200, 0);
                    exchange.getResponseBody()
                            .write("id: s/7\nretry: 1\ndata: \n\n".getBytes(UTF_8));
                    exchange.getResponseBody().flush();
                    await(over);
                };
        HostPipe pipe = pipe();
        HostSession session = new HostSession(remote(), pipe, BridgeTest.JSON);
        session.begin(new HostMessage(INITIALIZE, BridgeTest.JSON.tree(INITIALIZE)));
        Thread changes =
                Thread.startVirtualThread(
                        new Changes(remote(), session, pipe, Duration.ofMillis(200)));

        soon("back", () -> seen.contains("GET s/7"));

        changes.interrupt();
    }

    /// Another server, which knows of nothing.
    private void restart(InetSocketAddress address, AtomicInteger posts) {
        try {
            server = HttpServer.create(address, 0);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        server.createContext(
                "/mcp",
                exchange -> {
                    if (exchange.getRequestMethod().equals("POST")) {
                        posts.incrementAndGet();
                    }
                    reply(exchange, 404, "application/json", "{}");
                });
        server.start();
    }

    private static void cutOff(HttpExchange exchange) throws IOException {
        reply(exchange, 200, "text/event-stream", "id: c1/0\nretry: 1\ndata: \n\n");
    }

    private static void reply(HttpExchange exchange, int status, String type, String text)
            throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        byte[] bytes = text.getBytes(UTF_8);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private void run(String... messages) throws Exception {
        Bridge bridge = bridge();
        for (String message : messages) {
            bridge.run(lines(message));
        }
        bridge.end();
    }

    private static void quietly(Bridge bridge, String message) {
        try {
            bridge.run(lines(message));
        } catch (IOException e) {
            throw new AssertionError(e);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static ByteArrayInputStream lines(String message) {
        return new ByteArrayInputStream((message + "\n").getBytes(UTF_8));
    }

    private Bridge bridge() {
        return new Bridge(remote(), pipe(), UnaryOperator.identity());
    }

    private Remote remote() {
        URI url = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
        return new Remote(url, new Credential("at_live_x", "a test"));
    }

    private HostPipe pipe() {
        return new HostPipe(
                new Terminal(
                        new ByteArrayInputStream(new byte[0]),
                        new PrintStream(out, true, UTF_8),
                        new PrintStream(new ByteArrayOutputStream(), true, UTF_8),
                        false,
                        false,
                        Map.of()));
    }

    private String last() {
        return out.toString(UTF_8).lines().toList().getLast();
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static void soon(String what, BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        while (!condition.getAsBoolean() && System.nanoTime() < deadline) {
            Thread.sleep(Duration.ofMillis(5));
        }
        assertThat(condition.getAsBoolean()).as(what).isTrue();
    }
}
