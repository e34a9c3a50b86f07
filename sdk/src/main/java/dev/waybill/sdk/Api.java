package dev.waybill.sdk;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.protocol.json.JsonFault;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The server's HTTP routes, called with one token.
final class Api {
    private static final int TOO_MANY = 429;
    private static final Set<Integer> FOR_GOOD = Set.of(401, 403, 404);

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
        HttpResponse<String> response = exchange(call, request(call), BodyHandlers.ofString());
        return new Reply(
                response.statusCode(), parsed(call, response.statusCode(), response.body()));
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

    private <T> HttpResponse<T> exchange(
            Call call, HttpRequest request, HttpResponse.BodyHandler<T> handler) {
        try {
            return endpoint.client().send(request, handler);
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

    /// An answer that goes on; whoever has it closes it. [Unwelcome] when there will never be one.
    InputStream stream(Call call, Map<String, String> headers) {
        HttpRequest.Builder request = draft(call).header("Accept", "text/event-stream");
        headers.forEach(request::header);
        HttpResponse<InputStream> response =
                exchange(call, request.build(), BodyHandlers.ofInputStream());
        if (response.statusCode() / 100 == 2) {
            return response.body();
        }
        Reply reply = refused(call, response);
        RelayException refusal =
                reply.error().isString()
                        ? DeliveryRefusedException.of(call, reply)
                        : refusal(call, reply);
        throw FOR_GOOD.contains(reply.status()) ? new Unwelcome(refusal) : refusal;
    }

    /// A refusal that will be the same whenever it is asked for again.
    static final class Unwelcome extends RelayException {
        private static final long serialVersionUID = 1L;

        private Unwelcome(RelayException refusal) {
            super(refusal.code(), String.valueOf(refusal.getMessage()), false);
            initCause(refusal);
        }
    }

    private Reply refused(Call call, HttpResponse<InputStream> response) {
        int status = response.statusCode();
        try (InputStream body = response.body()) {
            return new Reply(status, parsed(call, status, new String(body.readAllBytes(), UTF_8)));
        } catch (IOException e) {
            throw new RelayException(RelayException.CONNECTION, call + " got no answer: " + e, e);
        }
    }

    private HttpRequest request(Call call) {
        return draft(call).build();
    }

    private HttpRequest.Builder draft(Call call) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(endpoint.http(call.pathAndQuery()))
                        .timeout(patience)
                        .header("Authorization", "Bearer " + token);
        if (call.key() != null) {
            request.header("Idempotency-Key", call.key());
        }
        Object body = call.body();
        if (body == null) {
            return request.method(call.method(), BodyPublishers.noBody());
        }
        return request.header("Content-Type", "application/json")
                .method(call.method(), BodyPublishers.ofByteArray(Wire.JSON.write(body)));
    }

    private JsonNode parsed(Call call, int status, String body) {
        try {
            return Wire.JSON.tree(body.isEmpty() ? "{}" : body);
        } catch (JsonFault e) {
            throw new RelayException(
                    "unreadable",
                    "%s at %s answered HTTP %d and no JSON: %s"
                            .formatted(call, endpoint, status, e.getMessage()),
                    status >= 500);
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
