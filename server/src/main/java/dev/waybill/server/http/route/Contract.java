package dev.waybill.server.http.route;

import java.util.List;

/// What a route promises: what it takes, what it answers, and how it may fail. The documentation is made of it.
public record Contract(
        String summary,
        Input input,
        List<QueryParameter> query,
        Output output,
        Style style,
        List<ErrorCode> errors) {
    public Contract {
        query = List.copyOf(query);
        errors = List.copyOf(errors);
    }

    /// How answers are dressed.
    public enum Style {
        /// In the envelope of the relay: `ok`, and `data` or `error`.
        ENVELOPE,
        /// The data alone; `error` is a sentence, with its `code` beside it (`provider-delivery` §3.9).
        PLAIN
    }

    /// What a request carries: JSON, or bytes of any kind.
    public sealed interface Input {
        /// Nothing is read from the body.
        record None() implements Input {}

        /// The body must be there.
        record Required(Class<?> type) implements Input {}

        /// The body may be left out.
        record Accepted(Class<?> type) implements Input {}

        /// Bytes of any kind, which the endpoint reads as they come; never more than these.
        record Stream(long maxBytes) implements Input {}
    }

    /// What a request that succeeds is answered with.
    public sealed interface Output {
        /// `{"ok":true,"data":…}`; an array type stands for a list.
        record Data(int status, Class<?> type) implements Output {}

        /// `{"ok":true}` alone.
        record Done() implements Output {}

        /// Status 204 and no body.
        record Empty() implements Output {}

        /// Something outside the envelope, such as a page.
        record Document(String contentType) implements Output {}

        /// The bytes of a stored file, to be saved and not to be shown.
        record File() implements Output {}

        default int status() {
            return switch (this) {
                case Data(var status, var _) -> status;
                case Done _, Document _, File _ -> 200;
                case Empty _ -> 204;
            };
        }
    }

    /// A parameter after the question mark.
    public record QueryParameter(String name, String meaning) {}
}
