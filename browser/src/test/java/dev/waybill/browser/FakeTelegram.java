package dev.waybill.browser;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// A provider that takes every message but those for some chats, and what a server is told to use it. One with `fail once` in
/// it is refused the first time.
final class FakeTelegram implements AutoCloseable {
    /// What is sent there is refused, with words that want to be more.
    static final String HOSTILE = "666";

    /// There is no such chat.
    static final String GONE = "404404";

    private static final byte[] UNKNOWN =
            "{\"ok\":false,\"error_code\":400,\"description\":\"Bad Request: chat not found\"}"
                    .getBytes(UTF_8);
    private static final byte[] TAKEN =
            "{\"ok\":true,\"result\":{\"message_id\":5,\"chat\":{\"id\":42}}}".getBytes(UTF_8);
    private static final byte[] INSULT =
            "{\"ok\":false,\"error_code\":400,\"description\":%s}"
                    .formatted(Api.quoted(Hostile.some(1) + " " + Hostile.all()))
                    .getBytes(UTF_8);

    private static final byte[] REFUSED =
            "{\"ok\":false,\"error_code\":400,\"description\":\"Bad Request: not today\"}"
                    .getBytes(UTF_8);

    private final Set<String> refused = ConcurrentHashMap.newKeySet();
    private final HttpServer server;

    FakeTelegram() {
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

    /// Messages of the planner wait for the owner's word.
    Map<String, String> settings() {
        return Map.of(
                "WAYBILL_PROVIDERS_TELEGRAM_TOKEN", "123456:not-a-real-token",
                "WAYBILL_PROVIDERS_TELEGRAM_BASE_URL",
                        "http://127.0.0.1:" + server.getAddress().getPort(),
                "WAYBILL_OUTBOUND_ALLOWED_NETWORKS", "127.0.0.0/8",
                "WAYBILL_PROVIDERS_RULES", "approve telegram.send_text by planner");
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] answer = answer(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(Arrays.equals(answer, TAKEN) ? 200 : 400, answer.length);
            exchange.getResponseBody().write(answer);
        }
    }

    private byte[] answer(String asked) {
        if (asked.contains("fail once") && refused.add(asked)) {
            return REFUSED;
        }
        return asked.contains(HOSTILE) ? INSULT : asked.contains(GONE) ? UNKNOWN : TAKEN;
    }
}
