package dev.waybill.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.protocol.json.Json;
import dev.waybill.server.http.route.Answer;
import dev.waybill.server.http.route.Problem;
import dev.waybill.server.http.route.Route;
import java.nio.ByteBuffer;
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
            case Answer.Data(var data, var cursor, var status, var headers) ->
                    enveloped(orElse(status, promised), headers, Envelope.success(data, cursor));
            case Answer.Done _ -> enveloped(promised, Map.of(), Envelope.success(null, null));
            case Answer.Empty _ -> Reply.empty(204, Map.of());
            case Answer.Document(var contentType, var text) ->
                    new Reply(
                            promised,
                            contentType,
                            ResponseHeaders.ofDocument(contentType),
                            ByteBuffer.wrap(text.getBytes(UTF_8)));
        };
    }

    Reply of(Problem problem) {
        return enveloped(
                problem.code().status(),
                problem.headers(),
                Envelope.failure(problem.code().wire(), problem.detail()));
    }

    Reply failure(int status, String code, String message) {
        return enveloped(status, Map.of(), Envelope.failure(code, message));
    }

    private Reply enveloped(int status, Map<String, String> headers, Envelope envelope) {
        return new Reply(status, JSON, headers, ByteBuffer.wrap(json.write(envelope)));
    }

    private static int orElse(@Nullable Integer status, int promised) {
        return status == null ? promised : status;
    }
}
