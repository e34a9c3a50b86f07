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
    private final HttpServer server;
    private final List<Asked> asked = new CopyOnWriteArrayList<>();
    private volatile int status = 200;
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
        byte[] bytes = body.getBytes(UTF_8);
        exchange.sendResponseHeaders(status, status == 204 ? -1 : bytes.length);
        if (status != 204) {
            exchange.getResponseBody().write(bytes);
        }
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
