package dev.waybill.server.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import tools.jackson.databind.JsonNode;

/// Sends requests as they stand, alone or many at once.
final class ApiClient implements AutoCloseable {
    private static final Json JSON = new Json(JsonLimits.STORED);
    private static final int AT_ONCE = 8;

    private final URI server;
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    ApiClient(URI server) {
        this.server = server;
    }

    /// What came back.
    record Answer(Attack attack, int status, HttpResponse<byte[]> response) {
        String text() {
            return new String(response.body(), UTF_8);
        }

        JsonNode json() {
            return JSON.tree(text());
        }

        JsonNode data() {
            if (!ok()) {
                throw new AssertionError(attack + " was answered " + status + " " + text());
            }
            return json().path("data");
        }

        boolean ok() {
            return status < 300;
        }

        String code() {
            if (ok()) {
                return "";
            }
            JsonNode json = json();
            return json.path("code").asString(json.at("/error/code").asString(""));
        }

        String header(String name) {
            return response.headers().firstValue(name).orElse("");
        }

        @Override
        public String toString() {
            String text = text();
            return attack
                    + " → "
                    + status
                    + " "
                    + (text.length() < 500 ? text : text.substring(0, 500) + "…");
        }
    }

    Answer send(Attack attack) {
        try {
            HttpResponse<byte[]> response = http.send(request(attack), BodyHandlers.ofByteArray());
            return new Answer(attack, response.statusCode(), response);
        } catch (IOException e) {
            throw new UncheckedIOException(attack.toString(), e);
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted", e);
        }
    }

    /// Sends all of them, some at a time, and gives the answers in the same order.
    List<Answer> sendAll(List<Attack> attacks) {
        Semaphore free = new Semaphore(AT_ONCE);
        List<Future<Answer>> pending = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Attack attack : attacks) {
                free.acquireUninterruptibly();
                pending.add(
                        threads.submit(
                                () -> {
                                    try {
                                        return send(attack);
                                    } finally {
                                        free.release();
                                    }
                                }));
            }
        }
        return pending.stream().map(ApiClient::result).toList();
    }

    private static Answer result(Future<Answer> settled) {
        if (settled.state() == Future.State.FAILED) {
            throw new AssertionError("a request got no answer", settled.exceptionNow());
        }
        return settled.resultNow();
    }

    @Override
    public void close() {
        http.close();
    }

    private HttpRequest request(Attack attack) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(server + attack.path()))
                        .timeout(Duration.ofSeconds(60))
                        .method(
                                attack.method(),
                                attack.body() == null
                                        ? BodyPublishers.noBody()
                                        : BodyPublishers.ofString(attack.body(), ISO_8859_1));
        attack.headers().forEach(request::header);
        if (attack.token() != null) {
            request.header("Authorization", "Bearer " + attack.token());
        }
        return request.build();
    }
}
