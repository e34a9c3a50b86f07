package dev.waybill.sdk;

import java.util.Set;
import tools.jackson.databind.JsonNode;

/// Error frames as exceptions.
final class Refusals {
    /// The server could not, this time; nothing is wrong with what it was asked.
    private static final Set<String> FOR_NOW =
            Set.of("unavailable", "internal_error", "node_control_failed", "rate_limit_exceeded");

    private Refusals() {}

    static RelayException of(JsonNode frame) {
        String code = frame.path("code").asString("unreadable");
        return new RelayException(
                code, frame.path("message").asString("no reason given"), FOR_NOW.contains(code));
    }
}
