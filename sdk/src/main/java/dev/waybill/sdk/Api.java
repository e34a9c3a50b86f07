package dev.waybill.sdk;

import dev.waybill.protocol.json.JsonFault;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The server's HTTP routes, called with one token.
final class Api {
    private static final int TOO_MANY = 429;

    private final Endpoint endpoint;
    private final String token;
    private final Duration patience;

    Api(Endpoint endpoint, String token) {
        this(endpoint, token, endpoint.options().requestTimeout());
    }

    private Api(Endpoint endpoint, String token, Duration patience) {
        this.endpoint = endpoint;
        this.token = token;
        this.patience = patience;
    }

    /// The same, for those who have something better to do than wait.
    Api within(Duration time) {
        return new Api(endpoint, token, time);
    }

    Endpoint endpoint() {
        return endpoint;
    }

    String token() {
        return token;
    }

    <T> T ask(Call call, Class<T> type) {
        return Wire.convert(ask(call), type);
    }

    <T> List<T> list(Call call, Class<T> type) {
        List<T> all = new ArrayList<>();
        ask(call).forEach(item -> all.add(Wire.convert(item, type)));
        return all;
    }

    /// The same of a list that comes in pages: all of them.
    <T> List<T> pages(Call call, Class<T> type) {
        List<T> all = new ArrayList<>();
        String next = page(call, type, all);
        while (next != null) {
            String before = next;
            next = page(call.where("after", before), type, all);
            if (before.equals(next)) {
                throw new RelayException(
                        "unreadable", call + " at " + endpoint + " goes on where it began", false);
            }
        }
        return all;
    }

    /// Adds what the page holds; says where the list goes on.
    <T> @Nullable String page(Call call, Class<T> type, List<? super T> to) {
        Reply reply = reply(call);
        if (!reply.ok()) {
            throw refusal(call, reply);
        }
        reply.data().forEach(item -> to.add(Wire.convert(item, type)));
        return reply.next();
    }

    /// The `data` of the answer; a [RelayException] when there is none to be had.
    JsonNode ask(Call call) {
        Reply reply = reply(call);
        if (!reply.ok()) {
            throw refusal(call, reply);
        }
        return reply.data();
    }

    /// The answer of a route that has no envelope.
    <T> T plain(Call call, Class<T> type) {
        Reply reply = reply(call);
        if (reply.ok()) {
            return Wire.convert(reply.body(), type);
        }
        throw reply.error().isString()
                ? DeliveryRefusedException.of(call, reply)
                : refusal(call, reply);
    }

    /// The answer, also where it is a refusal.
    Reply reply(Call call) {
        HttpResponse<String> response = exchange(call);
        return new Reply(response.statusCode(), parsed(call, response));
    }

    /// What the server answered.
    record Reply(int status, JsonNode body) {
        boolean ok() {
            return status / 100 == 2;
        }

        JsonNode data() {
            return body.path("data");
        }

        /// Where a list goes on, if it does.
        @Nullable String next() {
            JsonNode next = body.path("cursor").path("next");
            return next.isString() ? next.asString() : null;
        }

        JsonNode error() {
            return body.path("error");
        }
    }

    private HttpResponse<String> exchange(Call call) {
        try {
            return endpoint.client().send(request(call), BodyHandlers.ofString());
        } catch (IOException e) {
            throw new RelayException(
                    RelayException.CONNECTION,
                    call + " at " + endpoint + " got no answer: " + e,
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RelayException(RelayException.CLOSED, call + " was interrupted", e);
        }
    }

    private HttpRequest request(Call call) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(endpoint.http(call.pathAndQuery()))
                        .timeout(patience)
                        .header("Authorization", "Bearer " + token);
        if (call.key() != null) {
            request.header("Idempotency-Key", call.key());
        }
        Object body = call.body();
        if (body == null) {
            return request.method(call.method(), BodyPublishers.noBody()).build();
        }
        return request.header("Content-Type", "application/json")
                .method(call.method(), BodyPublishers.ofByteArray(Wire.JSON.write(body)))
                .build();
    }

    private JsonNode parsed(Call call, HttpResponse<String> response) {
        String body = response.body();
        try {
            return Wire.JSON.tree(body.isEmpty() ? "{}" : body);
        } catch (JsonFault e) {
            throw new RelayException(
                    "unreadable",
                    "%s at %s answered HTTP %d and no JSON: %s"
                            .formatted(call, endpoint, response.statusCode(), e.getMessage()),
                    response.statusCode() >= 500);
        }
    }

    static RelayException refusal(Call call, Reply reply) {
        int status = reply.status();
        return new RelayException(
                reply.error().path("code").asString("http_" + status),
                reply.error().path("message").asString("no reason given")
                        + " ("
                        + call
                        + ", HTTP "
                        + status
                        + ")",
                status == TOO_MANY || status >= 500);
    }
}
