package dev.waybill.cli.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.cli.client.Credential;
import dev.waybill.cli.client.Http;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/// `/mcp` of a server.
final class Remote {
    /// Longer than any tool waits.
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private static final Duration GOODBYE = Duration.ofSeconds(2);
    private static final String JSON = "application/json";
    private static final String EVENTS = "text/event-stream";

    private final URI url;
    private final Credential credential;
    private final HttpClient http;

    Remote(URI server, Credential credential) {
        this.url = server.resolve("/mcp");
        this.credential = credential;
        this.http = Http.client(server);
    }

    /// A session that the server has opened, and the version it speaks.
    record Opened(@Nullable String id, String version) {}

    URI url() {
        return url;
    }

    String credentialOrigin() {
        return credential.origin();
    }

    /// Sends a message; whoever asks for it reads the answer and closes it.
    HttpResponse<InputStream> post(HostMessage message, @Nullable Opened session)
            throws IOException, InterruptedException {
        HttpRequest.Builder request =
                request(session)
                        .timeout(PATIENCE)
                        .header("Accept", JSON + ", " + EVENTS)
                        .header("Content-Type", JSON)
                        .POST(BodyPublishers.ofString(message.text()));
        message.statelessVersion()
                .ifPresent(
                        version -> {
                            request.header("MCP-Protocol-Version", version)
                                    .header("Mcp-Method", text(message.method()));
                            message.subject()
                                    .ifPresent(
                                            subject -> request.header("Mcp-Name", text(subject)));
                        });
        return http.send(request.build(), BodyHandlers.ofInputStream());
    }

    /// The stream of what changes, or the rest of one that was cut off after that event.
    HttpResponse<InputStream> listen(Opened session, @Nullable String lastId)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = request(session).header("Accept", EVENTS).GET();
        if (lastId != null) {
            request.header("Last-Event-ID", lastId);
        }
        return http.send(request.build(), BodyHandlers.ofInputStream());
    }

    void delete(Opened session) throws IOException, InterruptedException {
        http.send(request(session).timeout(GOODBYE).DELETE().build(), BodyHandlers.discarding());
    }

    static boolean isStream(HttpResponse<?> response) {
        return response.headers()
                .firstValue("Content-Type")
                .filter(type -> type.startsWith(EVENTS))
                .isPresent();
    }

    private HttpRequest.Builder request(@Nullable Opened session) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(url).header("Authorization", credential.bearer());
        if (session != null) {
            request.header("MCP-Protocol-Version", session.version());
            if (session.id() != null) {
                request.header("Mcp-Session-Id", session.id());
            }
        }
        return request;
    }

    /// As it is, or encoded where a header could not hold it.
    private static String text(String value) {
        boolean plain =
                value.strip().equals(value)
                        && value.chars().allMatch(c -> c >= ' ' && c < 0x7f)
                        && !value.startsWith("=?base64?");
        return plain
                ? value
                : "=?base64?" + Base64.getEncoder().encodeToString(value.getBytes(UTF_8)) + "?=";
    }
}
