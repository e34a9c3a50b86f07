package dev.waybill.server.action;

import tools.jackson.databind.JsonNode;

/// How a handler says an invocation ended.
public sealed interface Outcome {
    /// It worked; the output may be any JSON, null among it.
    record Output(JsonNode output) implements Outcome {}

    /// It did not work.
    record Failure(String error) implements Outcome {}
}
