package dev.waybill.cli.client;

import dev.waybill.cli.command.CommandFailure;
import dev.waybill.cli.command.ExitCode;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonFault;
import dev.waybill.protocol.json.JsonLimits;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// The API of one server, called on behalf of whoever the credential belongs to.
public final class Api {
    private final URI server;
    private final Optional<Credential> credential;
    private final HttpClient http;
    private final Json json = new Json(JsonLimits.STORED);

    public Api(URI server, Optional<Credential> credential) {
        this.server = server;
        this.credential = credential;
        this.http = Http.client(server);
    }

    public URI server() {
        return server;
    }

    /// What the server answered, its envelope taken off; a missing node where it answered without data.
    public JsonNode ask(Request request) {
        HttpResponse<byte[]> response = exchange(request);
        JsonNode envelope = envelope(response);
        if (response.statusCode() / 100 == 2 && !envelope.path("error").isObject()) {
            return envelope.path("data");
        }
        throw refusal(response.statusCode(), envelope.path("error"));
    }

    private HttpResponse<byte[]> exchange(Request request) {
        HttpRequest.Builder builder =
                HttpRequest.newBuilder(server.resolve(request.target())).timeout(request.timeout());
        credential.ifPresent(each -> builder.header("Authorization", each.bearer()));
        request.headers().forEach(builder::header);
        if (request.body() == null) {
            builder.method(request.method(), BodyPublishers.noBody());
        } else {
            builder.header("Content-Type", "application/json")
                    .method(
                            request.method(),
                            BodyPublishers.ofByteArray(json.write(request.body())));
        }
        try {
            return http.send(builder.build(), BodyHandlers.ofByteArray());
        } catch (IOException e) {
            throw Unanswered.failure(server, e);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw Unanswered.failure(server, new InterruptedIOException("interrupted"));
        }
    }

    private JsonNode envelope(HttpResponse<byte[]> response) {
        if (response.statusCode() == 204) {
            return Json.emptyObject();
        }
        try {
            JsonNode envelope = json.tree(response.body());
            if (envelope.path("ok").isBoolean()) {
                return envelope;
            }
        } catch (JsonFault _) {
            // said below, as for any other answer that is not ours
        }
        throw new CommandFailure(
                ExitCode.FAILURE,
                server
                        + " answered HTTP "
                        + response.statusCode()
                        + ", but not as a Waybill server does");
    }

    private CommandFailure refusal(int status, JsonNode error) {
        boolean notThisCaller = status == 401 || status == 403;
        String said =
                server
                        + ": "
                        + error.path("message").asString("HTTP " + status)
                        + " ("
                        + error.path("code").asString("no code")
                        + ")";
        String used =
                credential
                        .filter(_ -> notThisCaller)
                        .map(each -> "; sent was " + each.origin())
                        .orElse("");
        return new CommandFailure(
                notThisCaller ? ExitCode.NOT_AUTHORISED : ExitCode.FAILURE, said + used);
    }
}
