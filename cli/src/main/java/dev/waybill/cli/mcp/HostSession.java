package dev.waybill.cli.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.cli.mcp.Remote.Opened;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonFault;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The session of a host, as far as it has one: how it began, so that it can begin again when the server has forgotten it.
final class HostSession {
    private static final int NOT_FOUND = 404;
    private static final String NO_METHOD = "-32601";

    private final Remote remote;
    private final HostPipe pipe;
    private final Json json;
    private final Set<String> subscriptions = new LinkedHashSet<>();
    private @Nullable HostMessage beginning;
    private volatile @Nullable Opened opened;

    HostSession(Remote remote, HostPipe pipe, Json json) {
        this.remote = remote;
        this.pipe = pipe;
        this.json = json;
    }

    @Nullable Opened opened() {
        return opened;
    }

    /// Whether the host has ever begun one; if not, it speaks the stateless line.
    synchronized boolean begun() {
        return beginning != null;
    }

    /// What `initialize` was answered; without a session where the server has refused.
    private record Beginning(String answer, @Nullable Opened opened) {}

    /// The answer to `initialize`, which is the host's to read.
    synchronized String begin(HostMessage initialize) throws IOException, InterruptedException {
        Beginning begun = beginning(initialize);
        if (begun.opened != null) {
            beginning = initialize;
            opened = begun.opened;
        }
        return begun.answer;
    }

    /// Begins again, unless somebody else has meanwhile. Until everything is as it was, the lost session stands, so that
    /// it is tried again. The host hears that what it knows of the server may be old.
    synchronized void renew(Opened lost) throws IOException, InterruptedException {
        HostMessage first = beginning;
        if (first == null || !lost.equals(opened)) {
            return;
        }
        ObjectNode again = (ObjectNode) first.tree().deepCopy();
        again.put("id", "waybill-begin");
        Beginning begun = beginning(message(again));
        if (begun.opened == null) {
            throw new IOException("the server does not begin the session again: " + begun.answer);
        }
        initialized(begun.opened);
        for (String uri : List.copyOf(subscriptions)) {
            subscribe(begun.opened, uri);
        }
        opened = begun.opened;
        tell();
    }

    private Beginning beginning(HostMessage initialize) throws IOException, InterruptedException {
        HttpResponse<InputStream> response = remote.post(initialize, null);
        try (InputStream body = response.body()) {
            String answer = answer(response, body);
            JsonNode result = json.tree(answer).path("result");
            Opened fresh =
                    new Opened(
                            response.headers().firstValue("Mcp-Session-Id").orElse(null),
                            result.path("protocolVersion").asString(""));
            return new Beginning(answer, result.isObject() ? fresh : null);
        }
    }

    private void initialized(Opened fresh) throws IOException, InterruptedException {
        HostMessage notice =
                message(
                        Json.emptyObject()
                                .put("jsonrpc", "2.0")
                                .put("method", "notifications/initialized"));
        HttpResponse<InputStream> response = remote.post(notice, fresh);
        try (InputStream body = response.body()) {
            if (response.statusCode() / 100 != 2) {
                throw new UnexpectedAnswer(
                        response.statusCode(), new String(body.readAllBytes(), UTF_8));
            }
        }
    }

    /// What is no longer there cannot be followed any more.
    private void subscribe(Opened fresh, String uri) throws IOException, InterruptedException {
        ObjectNode subscribe =
                Json.emptyObject()
                        .put("jsonrpc", "2.0")
                        .put("id", "waybill-subscribe")
                        .put("method", "resources/subscribe");
        subscribe.putObject("params").put("uri", uri);
        HttpResponse<InputStream> response = remote.post(message(subscribe), fresh);
        try (InputStream body = response.body()) {
            String answer = answer(response, body);
            if (isLost(response, answer)) {
                throw new UnexpectedAnswer(response.statusCode(), answer);
            }
            if (!json.tree(answer).has("result")) {
                subscriptions.remove(uri);
                pipe.note(uri + " is no longer followed: " + answer);
            }
        }
    }

    private void tell() {
        pipe.note("the server has forgotten the session; it goes on in a new one");
        pipe.notice("notifications/tools/list_changed");
        pipe.notice("notifications/resources/list_changed");
        subscriptions.forEach(pipe::updated);
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

    private static HostMessage message(ObjectNode tree) {
        return new HostMessage(tree.toString(), tree);
    }
}
