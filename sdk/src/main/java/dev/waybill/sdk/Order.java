package dev.waybill.sdk;

import dev.waybill.protocol.id.InvocationId;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A call that an agent is asked to handle, as it arrives.
///
/// @param caller what the server says of the caller; missing when it has to be asked
record Order(
        InvocationId id,
        String action,
        JsonNode input,
        @Nullable String callerName,
        JsonNode caller) {
    /// From the event that an agent's own session gets, or the frame that a node gets.
    static Order of(JsonNode data) {
        return new Order(
                new InvocationId(data.path("invocation_id").asString("")),
                data.path("action_name").asString(data.path("action").asString("")),
                data.path("input"),
                Wire.text(data.path("caller_name")),
                data.path("caller"));
    }
}
