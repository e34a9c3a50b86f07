package dev.waybill.server.http;

import dev.waybill.server.http.route.Answer;
import dev.waybill.server.refusal.Facts;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The JSON around every answer of the API (`relay-wire` §2.1).
sealed interface Envelope {
    /// `data` is left out where there is nothing to say.
    record Success(boolean ok, @Nullable Object data, Answer.@Nullable Cursor cursor)
            implements Envelope {}

    record Failure(boolean ok, Fault error) implements Envelope {}

    /// What went wrong: a word for programs, a sentence for people, and more for programs where there is more.
    record Fault(
            String code,
            String message,
            @Nullable JsonNode details,
            @Nullable Boolean retryable,
            @Nullable String invocationId) {}

    static Envelope success(@Nullable Object data, Answer.@Nullable Cursor cursor) {
        return new Success(true, data, cursor);
    }

    static Envelope failure(String code, String message, Facts facts) {
        return new Failure(
                false,
                new Fault(code, message, facts.details(), facts.retryable(), facts.invocationId()));
    }
}
