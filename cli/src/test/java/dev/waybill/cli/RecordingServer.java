package dev.waybill.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/// Answers every request alike and remembers them all.
final class RecordingServer implements AutoCloseable {
    private static final String REFUSAL =
            "{\"ok\":false,\"error\":{\"code\":\"forbidden\",\"message\":\"not you\"}}";

    private final HttpServer server;
    private final List<Asked> asked = new CopyOnWriteArrayList<>();
    private volatile int status = 200;
    private volatile String refused = "";
    private volatile String body = "{\"ok\":true,\"data\":{}}";

    /// One request: its method and target, who asked, and its body.
    record Asked(
            String line, @Nullable String bearer, @Nullable String idempotencyKey, String body) {}

    RecordingServer() {
        try {
            server =
                    HttpServer.create(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/", this::answer);
        server.start();
    }

    RecordingServer answering(String data) {
        return answering(200, "{\"ok\":true,\"data\":" + data + "}");
    }

    RecordingServer answering(int code, String text) {
        status = code;
        body = text;
        return this;
    }

    /// Refuses requests to that line, whatever it answers to others.
    RecordingServer refusing(String line) {
        refused = line;
        return this;
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    List<Asked> asked() {
        return asked;
    }

    Asked last() {
        return asked.getLast();
    }

    private void answer(HttpExchange exchange) throws IOException {
        asked.add(
                new Asked(
                        exchange.getRequestMethod() + " " + exchange.getRequestURI(),
                        exchange.getRequestHeaders().getFirst("Authorization"),
                        exchange.getRequestHeaders().getFirst("Idempotency-Key"),
                        new String(exchange.getRequestBody().readAllBytes(), UTF_8)));
        boolean refusing = last().line().equals(refused);
        int code = refusing ? 403 : status;
        byte[] bytes = (refusing ? REFUSAL : body).getBytes(UTF_8);
        exchange.sendResponseHeaders(code, code == 204 ? -1 : bytes.length);
        if (code != 204) {
            exchange.getResponseBody().write(bytes);
        }
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
