package dev.waybill.server.push;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.server.WholeServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/// A receiver on loopback: remembers what was posted to it and answers as it is told to.
final class Hook implements AutoCloseable {
    private static final Json JSON = new Json(JsonLimits.STORED);

    private final List<Posted> posted = new CopyOnWriteArrayList<>();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpServer server;
    private volatile Answering answering = _ -> Answer.OK;

    /// Decides about one request; it may take its time.
    interface Answering {
        Answer to(Posted request) throws InterruptedException;
    }

    record Answer(int status, Map<String, String> headers, String body) {
        static final Answer OK = status(204);

        static Answer status(int status) {
            return new Answer(status, Map.of(), "");
        }

        static Answer json(String body) {
            return new Answer(200, Map.of("Content-Type", "application/json"), body);
        }
    }

    /// What arrived.
    record Posted(String path, Map<String, List<String>> headers, String body) {
        /// Spelled as the JDK's server spells it: the first letter large, the others small.
        String header(String name) {
            return headers.getOrDefault(name, List.of("")).getFirst();
        }

        JsonNode json() {
            return JSON.tree(body);
        }

        String text() {
            return json().path("data").path("text").asString("");
        }

        String delivery() {
            return json().path("delivery_id").asString("");
        }
    }

    private Hook(HttpServer server) {
        this.server = server;
    }

    static Hook start() {
        try {
            InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
            HttpServer server = HttpServer.create(any, 2000);
            Hook hook = new Hook(server);
            server.setExecutor(hook.threads);
            server.createContext("/", hook::handle);
            server.start();
            return hook;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/in";
    }

    /// From now on.
    void answer(Answering with) {
        answering = with;
    }

    /// These, one after the other, and then always success.
    void answer(Answer... first) {
        List<Answer> left = new CopyOnWriteArrayList<>(first);
        answering = _ -> left.isEmpty() ? Answer.OK : left.removeFirst();
    }

    List<Posted> posted() {
        return posted;
    }

    List<String> texts() {
        return posted.stream().map(Posted::text).toList();
    }

    /// Waits until the posted texts, each counted once where it came several times in a row, are these.
    void await(String... texts) {
        WholeServer.await(
                List.of(texts) + ", not " + texts(), () -> distinct().equals(List.of(texts)));
    }

    void awaitCount(int count) {
        WholeServer.await(count + " requests", () -> posted.size() >= count);
    }

    private List<String> distinct() {
        List<String> all = texts();
        return Stream.iterate(0, i -> i < all.size(), i -> i + 1)
                .filter(i -> i == 0 || !all.get(i).equals(all.get(i - 1)))
                .map(all::get)
                .toList();
    }

    private void handle(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
        Posted request =
                new Posted(
                        exchange.getRequestURI().toString(),
                        Map.copyOf(exchange.getRequestHeaders()),
                        body);
        posted.add(request);
        try {
            Answer answer = answering.to(request);
            answer.headers()
                    .forEach((name, value) -> exchange.getResponseHeaders().add(name, value));
            byte[] bytes = answer.body().getBytes(UTF_8);
            exchange.sendResponseHeaders(answer.status(), bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            exchange.close();
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
        server.stop(0);
    }
}
