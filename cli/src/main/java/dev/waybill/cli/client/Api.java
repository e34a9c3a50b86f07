package dev.waybill.cli.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.cli.command.CommandFailure;
import dev.waybill.cli.command.ExitCode;
import dev.waybill.cli.text.Plain;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonFault;
import dev.waybill.protocol.json.JsonLimits;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Optional;
import java.util.function.Consumer;
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
        return page(request).data();
    }

    /// The same, with where a list goes on.
    public Page page(Request request) {
        HttpResponse<byte[]> response = exchange(request, BodyHandlers.ofByteArray());
        JsonNode envelope = envelope(response.statusCode(), response.body());
        if (response.statusCode() / 100 == 2 && !envelope.path("error").isObject()) {
            return new Page(
                    envelope.path("data"), envelope.path("cursor").path("next").stringValueOpt());
        }
        throw refusal(response.statusCode(), envelope.path("error"));
    }

    /// What the server answered where it answers without an envelope; a refusal is an answer too.
    public Bare bare(Request request) {
        HttpResponse<byte[]> response = exchange(request, BodyHandlers.ofByteArray());
        try {
            return new Bare(response.statusCode(), json.tree(response.body()));
        } catch (JsonFault _) {
            throw notOurs(response.statusCode());
        }
    }

    /// An answer without an envelope.
    public record Bare(int status, JsonNode body) {}

    /// What a route answered that has no envelope; a refusal ends the command.
    public JsonNode plain(Request request) {
        Bare answer = bare(request);
        if (answer.status() / 100 == 2) {
            return answer.body();
        }
        if (answer.body().path("error").isString()) {
            throw refusal(
                    answer.status(),
                    answer.body().path("error").asString(),
                    answer.body().path("code").asString("no code"));
        }
        throw notOurs(answer.status());
    }

    /// Part of a list, and where it goes on if it does.
    public record Page(JsonNode data, Optional<String> next) {}

    /// The lines of an answer that has no envelope, as they come.
    public void lines(Request request, Consumer<String> each) {
        HttpResponse<InputStream> response = exchange(request, BodyHandlers.ofInputStream());
        try (InputStream body = response.body();
                BufferedReader reader = new BufferedReader(new InputStreamReader(body, UTF_8))) {
            if (response.statusCode() / 100 != 2) {
                throw refusal(
                        response.statusCode(),
                        envelope(response.statusCode(), body.readAllBytes()).path("error"));
            }
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                each.accept(line);
            }
        } catch (IOException e) {
            throw Unanswered.failure(server, e);
        }
    }

    private <T> HttpResponse<T> exchange(Request request, BodyHandler<T> handler) {
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
            return http.send(builder.build(), handler);
        } catch (IOException e) {
            throw Unanswered.failure(server, e);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw Unanswered.failure(server, new InterruptedIOException("interrupted"));
        }
    }

    private JsonNode envelope(int status, byte[] body) {
        if (status == 204) {
            return Json.emptyObject();
        }
        try {
            JsonNode envelope = json.tree(body);
            if (envelope.path("ok").isBoolean()) {
                return envelope;
            }
        } catch (JsonFault _) {
            // said below, as for any other answer that is not ours
        }
        throw notOurs(status);
    }

    private CommandFailure notOurs(int status) {
        return new CommandFailure(
                ExitCode.FAILURE,
                server + " answered HTTP " + status + ", but not as a Waybill server does");
    }

    private CommandFailure refusal(int status, JsonNode error) {
        return refusal(
                status,
                error.path("message").asString("HTTP " + status),
                error.path("code").asString("no code"));
    }

    private CommandFailure refusal(int status, String message, String code) {
        boolean notThisCaller = status == 401 || status == 403;
        String said = server + ": " + Plain.line(message) + " (" + Plain.line(code) + ")";
        String used =
                credential
                        .filter(_ -> notThisCaller)
                        .map(each -> "; sent was " + each.origin())
                        .orElse("");
        return new CommandFailure(
                notThisCaller ? ExitCode.NOT_AUTHORISED : ExitCode.FAILURE, said + used);
    }
}
