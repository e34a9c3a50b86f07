package dev.waybill.cli.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.waybill.cli.client.Credential;
import dev.waybill.cli.command.Terminal;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class BridgeTest {
    static final Json JSON = new Json(JsonLimits.STORED);

    private static final String INITIALIZE =
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-11-25\"}}";

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final List<String> seen = new CopyOnWriteArrayList<>();
    private final AtomicInteger sessions = new AtomicInteger();
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/mcp", this::answer);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    /// Opens a session for each `initialize`, knows only the last one, and forgets it when it is told to.
    private void answer(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
        String session = exchange.getRequestHeaders().getFirst("Mcp-Session-Id");
        String method = body.replaceAll("(?s).*\"method\":\"([^\"]*)\".*", "$1");
        seen.add(
                exchange.getRequestMethod()
                        + " "
                        + (session == null ? "-" : session)
                        + " "
                        + method);
        if (exchange.getRequestMethod().equals("GET")) {
            reply(exchange, 405, "text/plain", "");
        } else if (exchange.getRequestMethod().equals("DELETE")) {
            reply(exchange, 204, "text/plain", "");
        } else if (method.equals("initialize")) {
            exchange.getResponseHeaders().set("Mcp-Session-Id", "s" + sessions.incrementAndGet());
            reply(
                    exchange,
                    200,
                    "application/json",
                    result(body, "{\"protocolVersion\":\"2025-11-25\"}"));
        } else if (session != null && !session.equals("s" + sessions.get())) {
            reply(
                    exchange,
                    404,
                    "application/json",
                    "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{}}");
        } else if (method.startsWith("notifications/")) {
            reply(exchange, 202, "text/plain", "");
        } else if (method.equals("forget")) {
            sessions.incrementAndGet();
            reply(exchange, 200, "application/json", result(body, "{}"));
        } else if (method.equals("no/such")) {
            reply(
                    exchange,
                    404,
                    "application/json",
                    "{\"jsonrpc\":\"2.0\",\"id\":2,\"error\":{\"code\":-32601,\"message\":\"no\"}}");
        } else if (method.equals("tools/list")) {
            reply(
                    exchange,
                    200,
                    "application/json",
                    result(body, "{\"tools\":[{\"name\":\"a.b\"},{\"name\":\"a_b\"}]}"));
        } else {
            String events =
                    "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\"}\n\ndata: "
                            + result(body, "{\"by\":\"" + method + "\"}")
                            + "\n\n";
            reply(exchange, 200, "text/event-stream", events);
        }
    }

    private static String result(String request, String result) {
        String id = request.replaceAll("(?s).*\"id\":(\"[^\"]*\"|[0-9]+).*", "$1");
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":" + result + "}";
    }

    private static void reply(HttpExchange exchange, int status, String type, String text)
            throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        byte[] bytes = text.getBytes(UTF_8);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    @Test
    void a_session_is_kept_and_ended() throws Exception {
        run(
                UnaryOperator.identity(),
                INITIALIZE,
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}",
                request(2, "tools/call"));

        assertThat(lines()).hasSize(3);
        assertThat(lines().getLast()).contains("\"id\":2", "\"by\":\"tools/call\"");
        assertThat(seen).contains("POST - initialize", "POST s1 tools/call").endsWith("DELETE s1 ");
    }

    @Test
    void a_session_that_the_server_has_forgotten_begins_again() throws Exception {
        run(
                UnaryOperator.identity(),
                INITIALIZE,
                request(2, "forget"),
                request(3, "tools/call"),
                request(4, "tools/call"));

        assertThat(lines()).filteredOn(line -> line.contains("\"by\":\"tools/call\"")).hasSize(2);
        assertThat(lines()).filteredOn(line -> line.contains("protocolVersion")).hasSize(1);
    }

    @Test
    void a_method_that_is_not_there_does_not_end_the_session() throws Exception {
        run(UnaryOperator.identity(), INITIALIZE, request(2, "no/such"));

        assertThat(lines().getLast()).contains("-32601");
        assertThat(seen).containsExactly("POST - initialize", "POST s1 no/such", "DELETE s1 ");
    }

    @Test
    void safe_names_are_all_that_is_left_when_that_is_asked_for() throws Exception {
        run(SafeTools::of, INITIALIZE, request(2, "tools/list"));

        assertThat(lines().getLast()).contains("a_b").doesNotContain("a.b");
    }

    @Test
    void a_line_that_is_no_json_is_answered_as_such() throws Exception {
        run(UnaryOperator.identity(), "{nonsense");

        assertThat(lines()).singleElement().asString().contains("-32700").contains("\"id\":null");
    }

    @Test
    void stateless_requests_say_in_headers_what_they_say() throws Exception {
        run(
                UnaryOperator.identity(),
                "{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"tools/call\",\"params\":{\"name\":\"größe\",\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"}}}");

        assertThat(seen).containsExactly("POST - tools/call");
        assertThat(lines().getLast()).contains("\"id\":5");
    }

    /// Each line is answered before the next is sent, as hosts do.
    private void run(UnaryOperator<JsonNode> shown, String... messages) throws Exception {
        Terminal terminal =
                new Terminal(
                        new ByteArrayInputStream(new byte[0]),
                        new PrintStream(out, true, UTF_8),
                        new PrintStream(err, true, UTF_8),
                        false,
                        false,
                        Map.of());
        URI url = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
        Bridge bridge =
                new Bridge(
                        new Remote(url, new Credential("at_live_x", "a test")),
                        new HostPipe(terminal),
                        shown);
        for (String message : messages) {
            bridge.run(new ByteArrayInputStream((message + "\n").getBytes(UTF_8)));
        }
        bridge.end();
    }

    private static String request(int id, String method) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\"}";
    }

    private List<String> lines() {
        return out.toString(UTF_8).lines().toList();
    }
}
