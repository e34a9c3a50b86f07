package dev.waybill.server.provider;

/// What came back for a request: an answer, or what having none means.
public sealed interface Reply permits Answered, Reply.None {
    /// Nothing that could be read as HTTP; the outcome says whether the request may have had an effect.
    record None(Outcome outcome) implements Reply {}
}
