package dev.waybill.protocol.action;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The result of an invocation; with an error it has failed.
public record CompleteInvocation(
        @Nullable JsonNode output, @Nullable String error, @Nullable Long durationMs) {
    public CompleteInvocation {
        Bounds.most("error", Bounds.length(error), Bounds.TEXT);
        if (durationMs != null && durationMs < 0) {
            throw new IllegalArgumentException("duration_ms is negative");
        }
    }
}
