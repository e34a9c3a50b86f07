package dev.waybill.server.outbound;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.waybill.server.WholeServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// A web server on loopback that remembers what it was sent.
public final class Receiver implements AutoCloseable {
    private final List<Request> requests = new CopyOnWriteArrayList<>();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpServer server;
    private volatile int status = 204;
    private volatile Map<String, String> headers = Map.of();
    private volatile CountDownLatch gate = new CountDownLatch(0);

    /// What arrived.
    public record Request(String path, Map<String, List<String>> headers, String body) {
        public String header(String name) {
            return headers.getOrDefault(name, List.of("")).getFirst();
        }
    }

    private Receiver(HttpServer server) {
        this.server = server;
    }

    public static Receiver start() {
        try {
            HttpServer server =
                    HttpServer.create(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            Receiver receiver = new Receiver(server);
            server.setExecutor(receiver.threads);
            server.createContext("/", receiver::handle);
            server.start();
            return receiver;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public String url() {
        return "http://127.0.0.1:" + port() + "/in?a=b";
    }

    public int port() {
        return server.getAddress().getPort();
    }

    public List<Request> requests() {
        return requests;
    }

    public void answer(int code, Map<String, String> with) {
        headers = with;
        status = code;
    }

    /// Answers nobody until [#release].
    public void hold() {
        gate = new CountDownLatch(1);
    }

    public void release() {
        gate.countDown();
    }

    public void await(int count) {
        WholeServer.await(
                count + " requests, not " + requests.size(), () -> requests.size() >= count);
    }

    private void handle(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
        requests.add(
                new Request(
                        exchange.getRequestURI().toString(),
                        Map.copyOf(exchange.getRequestHeaders()),
                        body));
        try {
            gate.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        headers.forEach((name, value) -> exchange.getResponseHeaders().add(name, value));
        exchange.sendResponseHeaders(status, -1);
        exchange.close();
    }

    @Override
    public void close() {
        release();
        server.stop(0);
        threads.shutdownNow();
    }
}
