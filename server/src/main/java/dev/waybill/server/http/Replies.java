package dev.waybill.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.protocol.json.Json;
import dev.waybill.server.http.route.Answer;
import dev.waybill.server.http.route.Problem;
import dev.waybill.server.http.route.Route;
import dev.waybill.server.refusal.Facts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Puts answers and problems into their envelopes.
final class Replies {
    static final String JSON = "application/json";

    private final Json json;

    Replies(Json json) {
        this.json = json;
    }

    Reply of(Route route, Answer answer) {
        int promised = route.contract().output().status();
        return switch (answer) {
            case Answer.Data(var data, var cursor, var status, var headers, var whenSent) ->
                    Reply.of(
                                    orElse(status, promised),
                                    JSON,
                                    headers,
                                    json.write(
                                            route.plain() ? data : Envelope.success(data, cursor)))
                            .then(whenSent);
            case Answer.Done _ -> enveloped(promised, Map.of(), Envelope.success(null, null));
            case Answer.Empty _ -> Reply.empty(204, Map.of());
            case Answer.Document(var contentType, var text) ->
                    Reply.of(
                            promised,
                            contentType,
                            ResponseHeaders.ofDocument(contentType),
                            text.getBytes(UTF_8));
            case Answer.File file -> file(promised, file);
            case Answer.Raw(var status, var contentType, var text, var headers) ->
                    new Reply(
                            status,
                            contentType,
                            headers,
                            new Reply.Body.Bytes(ByteBuffer.wrap(text.getBytes(UTF_8))));
            case Answer.Live(var contentType, var headers, var making) ->
                    new Reply(promised, contentType, headers, new Reply.Body.Live(making));
        };
    }

    /// As the route dresses its answers.
    Reply of(Route route, Problem problem) {
        return route.plain()
                ? Reply.of(
                        problem.code().status(),
                        JSON,
                        problem.headers(),
                        json.write(PlainFailure.of(problem)))
                : of(problem);
    }

    Reply of(Problem problem) {
        return enveloped(
                problem.code().status(),
                problem.headers(),
                Envelope.failure(problem.code().wire(), problem.detail(), problem.facts()));
    }

    Reply failure(int status, String code, String message) {
        return enveloped(status, Map.of(), Envelope.failure(code, message, Facts.NONE));
    }

    private Reply enveloped(int status, Map<String, String> headers, Envelope envelope) {
        return Reply.of(status, JSON, headers, json.write(envelope));
    }

    private static Reply file(int status, Answer.File file) {
        try {
            return new Reply(
                    status,
                    file.contentType(),
                    ResponseHeaders.ofFile(file.name()),
                    new Reply.Body.OfFile(file.path(), Files.size(file.path())));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file.path(), e);
        }
    }

    private static int orElse(@Nullable Integer status, int promised) {
        return status == null ? promised : status;
    }
}
