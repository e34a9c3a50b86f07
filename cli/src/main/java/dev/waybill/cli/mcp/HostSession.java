package dev.waybill.cli.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.cli.mcp.Remote.Opened;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonFault;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The session of a host, as far as it has one: how it began, so that it can begin again when the server has forgotten it.
final class HostSession {
    private static final int NOT_FOUND = 404;
    private static final String NO_METHOD = "-32601";

    private final Remote remote;
    private final Json json;
    private final Set<String> subscriptions = new LinkedHashSet<>();
    private @Nullable HostMessage beginning;
    private volatile @Nullable Opened opened;

    HostSession(Remote remote, Json json) {
        this.remote = remote;
        this.json = json;
    }

    @Nullable Opened opened() {
        return opened;
    }

    /// Whether the host has ever begun one; if not, it speaks the stateless line.
    synchronized boolean begun() {
        return beginning != null;
    }

    /// The answer to `initialize`, which is the host's to read.
    synchronized String begin(HostMessage initialize) throws IOException, InterruptedException {
        HttpResponse<InputStream> response = remote.post(initialize, null);
        try (InputStream body = response.body()) {
            String answer = answer(response, body);
            JsonNode result = json.tree(answer).path("result");
            if (result.isObject()) {
                beginning = initialize;
                opened =
                        new Opened(
                                response.headers().firstValue("Mcp-Session-Id").orElse(null),
                                result.path("protocolVersion").asString(""));
            }
            return answer;
        }
    }

    /// Begins again, unless somebody else has meanwhile. The host notices nothing.
    synchronized void renew(Opened lost) throws IOException, InterruptedException {
        HostMessage first = beginning;
        if (first == null || !lost.equals(opened)) {
            return;
        }
        ObjectNode again = (ObjectNode) first.tree().deepCopy();
        again.put("id", "waybill-begin");
        String answer = begin(message(again));
        beginning = first;
        if (lost.equals(opened)) {
            throw new IOException("the server does not begin the session again: " + answer);
        }
        quietly(notice("notifications/initialized"));
        for (String uri : subscriptions) {
            ObjectNode subscribe =
                    Json.emptyObject()
                            .put("jsonrpc", "2.0")
                            .put("id", "waybill-subscribe")
                            .put("method", "resources/subscribe");
            subscribe.putObject("params").put("uri", uri);
            quietly(message(subscribe));
        }
    }

    /// Remembers what the host wants to be told of.
    synchronized void passed(HostMessage request) {
        switch (request.method()) {
            case "resources/subscribe" -> subscriptions.add(request.parameter("uri"));
            case "resources/unsubscribe" -> subscriptions.remove(request.parameter("uri"));
            default -> {}
        }
    }

    /// A method that is not there is not found either, and then the session is.
    static boolean isLost(HttpResponse<?> response, String body) {
        return response.statusCode() == NOT_FOUND && !body.contains(NO_METHOD);
    }

    void end() throws IOException, InterruptedException {
        Opened last = opened;
        if (last != null && last.id() != null) {
            remote.delete(last);
        }
    }

    private void quietly(HostMessage message) throws IOException, InterruptedException {
        remote.post(message, opened).body().close();
    }

    private String answer(HttpResponse<InputStream> response, InputStream body) throws IOException {
        if (Remote.isStream(response)) {
            try (EventStream events = new EventStream(body, null)) {
                return events.next().orElseThrow(() -> new IOException("no answer came"));
            }
        }
        String text = new String(body.readAllBytes(), UTF_8);
        try {
            if (json.tree(text).has("jsonrpc")) {
                return text;
            }
        } catch (JsonFault _) {
            // said below
        }
        throw new UnexpectedAnswer(response.statusCode(), text);
    }

    private HostMessage notice(String method) {
        return message(Json.emptyObject().put("jsonrpc", "2.0").put("method", method));
    }

    private static HostMessage message(ObjectNode tree) {
        return new HostMessage(tree.toString(), tree);
    }
}
